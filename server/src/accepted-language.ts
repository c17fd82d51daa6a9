/** Japanese where the first language begins with ja, else English (specification U1). */
export const acceptedLanguage = (acceptLanguage: string | undefined): 'ja' | 'en' =>
  acceptLanguage?.trim().toLowerCase().startsWith('ja') ? 'ja' : 'en';
