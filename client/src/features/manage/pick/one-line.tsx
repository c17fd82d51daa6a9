/** A label of the API on one line: what it stands for, and what it is called. */
export const OneLine = ({ text }: { readonly text: string }) => {
  const [first, ...others] = text.split('\n');
  return (
    <>
      {first}
      {others.length > 0 && <small> {others.join(' ')}</small>}
    </>
  );
};
