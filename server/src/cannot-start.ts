/** Something that an operator has to change before the server starts. The message is one clear line; it is logged without a stack. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
