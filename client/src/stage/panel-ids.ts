/** Of the panels, for the buttons that open them. */
export const PANEL_IDS = { chat: 'call-chat', people: 'call-people' } as const;
