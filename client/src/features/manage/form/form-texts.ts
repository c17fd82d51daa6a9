import type { FormTexts } from './merge-versions.ts';

/** What stands in a form; every box and field that has a name is in it. */
export function readForm(form: HTMLFormElement): FormTexts {
  const texts: Record<string, string> = {};
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'radio' && !control.checked) continue;
    if (isControl(control) && control.name !== '') texts[control.name] = textOf(control);
  }
  return texts;
}

/** Puts texts into the fields of a form; those without a field are passed over. */
export function writeForm(form: HTMLFormElement, texts: FormTexts): void {
  for (const control of form.elements) {
    if (!isControl(control)) continue;
    const text = texts[control.name];
    if (text === undefined) continue;
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = text === 'on';
    else if (control instanceof HTMLInputElement && control.type === 'radio')
      control.checked = control.value === text;
    else control.value = text;
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement;

const textOf = (control: Control): string => {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked ? 'on' : '';
  return control instanceof HTMLInputElement ? control.value.trim() : control.value;
};
