import { useNavigate } from 'react-router';

export interface PageTarget {
  url: string;
  /** name of the window it opens in */
  window?: string;
  /** 'blank' opens a window of its own */
  mark?: string;
  id?: string;
}

/** Opens a page here, in its named window, or in a window of its own, as its menu entry wants it. */
export function useOpenPage(): (target: PageTarget) => void {
  const navigate = useNavigate();
  return ({ url, window: name, mark, id }) => {
    const other = mark === 'blank' ? `m${id ?? ''}` : name;
    if (other && other !== window.name) window.open(url, other)?.focus();
    else void navigate(url);
  };
}
