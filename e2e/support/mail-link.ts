/** The first address in the text of a mail. */
export const firstLink = (text: string): string => {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`There is no link in: ${text}`);
  return link;
};
