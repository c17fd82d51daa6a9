/** The kind of object and its name: 'User Aoi'. Of a feature the service and the customer: the kind would leave no room for them in a cell. */
export const objectWords = (resource: string, kind: string, name: string | null): string => {
  if (resource !== 'features' || name === null) return [kind, name].filter(Boolean).join(' ');
  const parts = name.split(', ');
  return [parts.pop(), ...parts].join(', ');
};
