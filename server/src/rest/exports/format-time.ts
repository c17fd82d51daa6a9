const formats = new Map<string, Intl.DateTimeFormat>();

/** `YYYY-MM-DD HH:mm:ss` in the zone (specification U11), which spreadsheets take as a time. */
export function formatTime(timeZone: string): (time: string) => string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    // There are some hundred zones: the map stays small.
    formats.set(timeZone, format);
  }
  const known = format;
  return (time) => {
    const moment = new Date(time);
    return Number.isNaN(moment.getTime()) ? time : known.format(moment);
  };
}
