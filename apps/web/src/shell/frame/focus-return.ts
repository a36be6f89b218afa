import { useEffect } from 'react';

const dialogs = '.ant-modal-root, .ant-drawer';
/** Those of them that lie over the page now: antd keeps some that are closed. */
const openDialogs = '.ant-modal-wrap, .ant-drawer-open';
const isOneOpen = (): boolean =>
  [...document.querySelectorAll<HTMLElement>(openDialogs)].some(({ style }) => style.display !== 'none');

/**
 * Where a dialog was opened from takes the focus again when the dialog is gone. antd does so for a dialog that it closes itself; most of ours are taken out of the page
 * instead, and the focus would fall to the beginning of the window.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    let origin: HTMLElement | null = null;
    // whoever gets the focus while a dialog lies over the page has it for a moment only: the tab key left the dialog, which takes it back
    let astray = false;
    const came = (): void => {
      astray = isOneOpen();
    };
    const left = ({ target, relatedTarget }: FocusEvent): void => {
      if (!(target instanceof HTMLElement) || target.closest(dialogs)) return;
      if (!astray && relatedTarget instanceof Element && relatedTarget.closest(dialogs)) origin = target;
    };
    // dialogs stand in boxes at the end of the body, which are empty when they are taken away
    const observer = new MutationObserver((changes) => {
      if (document.activeElement !== document.body || !origin?.isConnected) return;
      if (changes.every(({ removedNodes }) => removedNodes.length === 0)) return;
      origin.focus({ preventScroll: true });
      // something else went, such as the box in which a table measures the scroll bar: the dialog takes the focus again, and gives it back another time
      if (!isOneOpen()) origin = null;
    });
    window.addEventListener('focusin', came);
    window.addEventListener('focusout', left);
    observer.observe(document.body, { childList: true });
    return () => {
      window.removeEventListener('focusin', came);
      window.removeEventListener('focusout', left);
      observer.disconnect();
    };
  }, []);
}
