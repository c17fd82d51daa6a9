interface SwaggerSystem {
  readonly authActions: {
    authorize(schemes: {
      readonly bearer: {
        readonly name: 'bearer';
        readonly schema: { readonly type: 'http'; readonly scheme: 'bearer' };
        readonly value: string;
      };
    }): void;
  };
}

interface SwaggerResponse {
  readonly ok?: boolean;
  readonly obj?: { readonly token?: unknown };
}

type SetResponse = (path: string, method: string, response: SwaggerResponse) => unknown;

/**
 * Of the page to try the API on: who sends `POST /auth` there, or one of the other requests that give a token, is signed in.
 * Runs in the browser, to which its text is sent: it uses nothing of this file.
 */
export const signInPlugin = (system: SwaggerSystem) => ({
  statePlugins: {
    spec: {
      wrapActions: {
        setResponse: (show: SetResponse) => (path: string, method: string, response: SwaggerResponse) => {
          const token = response.ok ? response.obj?.token : undefined;
          if (['/auth', '/auth/refresh', '/authenticates'].includes(path) && typeof token === 'string') {
            system.authActions.authorize({
              bearer: { name: 'bearer', schema: { type: 'http', scheme: 'bearer' }, value: token },
            });
          }
          return show(path, method, response);
        },
      },
    },
  },
});
