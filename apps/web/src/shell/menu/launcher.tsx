import { constants } from '@tongda/contract/shell/constants';
import { launcherItems, launcherPages } from '@tongda/contract/shell/tree';
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../kit/session/user';
import { useSize } from '../../kit/show/use-size';
import { MenuIcon } from './icon';
import { useOpenPage } from './open-page';
import './launcher.css';

const leaveMs = 200;
const arrowsPx = 48;

/** Quick entries at the right edge: collapsed to a handle, open under the mouse or the keyboard, paged when they do not fit. */
export function Launcher() {
  const tree = useSession((state) => state.visible);
  const items = useMemo(() => launcherItems(tree), [tree]);
  const [open, setOpen] = useState(false);
  const [page, setPage] = useState(0);
  const [box, size] = useSize<HTMLDivElement>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const openPage = useOpenPage();
  useEffect(() => {
    if (!open) return undefined;
    // On the window: an arrow that was just switched off holds no focus any more.
    const close = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setOpen(false);
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [open]);
  if (items.length === 0) return null;
  const fits = items.length * constants.launcher.itemHeightPx <= size.height;
  const pages = launcherPages(fits ? size.height : size.height - arrowsPx, items.length);
  const at = Math.min(page, pages.length - 1);
  const start = pages.slice(0, at).reduce((sum, count) => sum + count, 0);
  const shown = items.slice(start, start + (pages[at] ?? 0));
  const enter = (): void => {
    clearTimeout(timer.current);
    setOpen(true);
  };
  const leave = (): void => {
    timer.current = setTimeout(() => setOpen(false), leaveMs);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handle inside is the control; this only follows the mouse
    <div className="shell-menu-launch" data-open={open} ref={box} onMouseEnter={enter} onMouseLeave={leave}>
      <button
        type="button"
        className="td-plain shell-menu-launch-handle"
        data-guide="launcher"
        aria-label="快捷入口"
        aria-expanded={open}
        onFocus={enter}
        onClick={enter}
      >
        {open ? <ChevronRight /> : <ChevronLeft />}
      </button>
      {open ? (
        <nav
          className="shell-menu-launch-card"
          aria-label="快捷入口"
          // A short last page must not slip away from under the mouse.
          style={pages.length > 1 ? { minHeight: (pages[0] ?? 0) * constants.launcher.itemHeightPx + arrowsPx } : {}}
        >
          {pages.length > 1 ? (
            <button
              type="button"
              className="td-plain shell-menu-launch-arrow"
              aria-label="上一页"
              disabled={at === 0}
              onClick={() => setPage(at - 1)}
            >
              <ChevronUp />
            </button>
          ) : null}
          {shown.map((item) => (
            <button
              key={item.menu}
              type="button"
              className="td-plain shell-menu-launch-item"
              onClick={() => openPage(item)}
            >
              <MenuIcon name={item.icon} />
              {item.name}
            </button>
          ))}
          {pages.length > 1 ? (
            <button
              type="button"
              className="td-plain shell-menu-launch-arrow"
              aria-label="下一页"
              disabled={at === pages.length - 1}
              onClick={() => setPage(at + 1)}
            >
              <ChevronDown />
            </button>
          ) : null}
        </nav>
      ) : null}
    </div>
  );
}
