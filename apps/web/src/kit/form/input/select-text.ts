import type { FocusEvent } from 'react';

/** What is typed replaces what stands there; after the click that brought the focus has set its caret. */
export const selectText = ({ target }: FocusEvent<HTMLElement>): void => {
  if (target instanceof HTMLInputElement) requestAnimationFrame(() => target.select());
};
