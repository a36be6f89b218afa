import { constants } from '@tongda/contract/shell/constants';
import { type LauncherItem, launcherItems, launcherPages, tmsItems } from '@tongda/contract/shell/tree';
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from 'lucide-react';
import { type FocusEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../kit/session/user';
import { useSize } from '../../kit/show/hooks/use-size';
import { MenuIcon } from './icon';
import { useOpenPage } from './open-page';
import './launcher.css';

const leaveMs = 200;
const arrowsPx = 48;

/** Quick entries at the right edge: collapsed to a handle, open under the mouse or the keyboard, paged when they do not fit. */
export function Launcher() {
  const tree = useSession((state) => state.visible);
  const items = useMemo(() => launcherItems(tree), [tree]);
  const group = useMemo(() => tmsItems(tree), [tree]);
  const [open, setOpen] = useState(false);
  const [inGroup, setInGroup] = useState(false);
  const [box, size] = useSize<HTMLDivElement>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const handle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    // On the window: an arrow that was just switched off holds no focus any more.
    const foldByKey = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return;
      // the entry that has the keyboard goes with its card
      if (box.current?.contains(document.activeElement)) handle.current?.focus();
      setOpen(false);
    };
    window.addEventListener('keydown', foldByKey);
    return () => window.removeEventListener('keydown', foldByKey);
  }, [open, box]);
  if (items.length === 0) return null;
  const enter = (): void => {
    clearTimeout(timer.current);
    if (!open) setInGroup(false);
    setOpen(true);
  };
  const leave = (): void => {
    timer.current = setTimeout(() => setOpen(false), leaveMs);
  };
  const close = (): void => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  /** The tab key went on into the page. An arrow that is switched off while it is pressed loses the focus too, and nobody left. */
  const tabOut = ({ currentTarget, target, relatedTarget }: FocusEvent): void => {
    if (currentTarget.contains(relatedTarget) || currentTarget.matches(':hover')) return;
    if (target instanceof HTMLButtonElement && target.disabled) return;
    leave();
  };
  const hasGroup = ({ menu }: LauncherItem): boolean => menu === 'transportRoot' && group.length > 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handle inside is the control; this only follows the mouse
    <div
      className="shell-menu-launch"
      data-open={open}
      ref={box}
      onMouseEnter={enter}
      onMouseLeave={leave}
      onBlur={tabOut}
    >
      {open && inGroup ? <Card label="运输管理" items={group} heightPx={size.height} chosen={close} /> : null}
      <button
        type="button"
        ref={handle}
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
        <Card
          label="快捷入口"
          items={items}
          heightPx={size.height}
          chosen={close}
          over={(item) => setInGroup(hasGroup(item))}
          mark={(item) => (hasGroup(item) ? <ChevronLeft className="shell-menu-launch-more" /> : null)}
          expanded={(item) => (hasGroup(item) ? inGroup : undefined)}
        />
      ) : null}
    </div>
  );
}

interface CardProps {
  label: string;
  items: readonly LauncherItem[];
  /** free height, px */
  heightPx: number;
  /** an entry was taken: its page comes, and the launcher folds */
  chosen: () => void;
  /** the mouse or the focus came to an entry */
  over?: (item: LauncherItem) => void;
  /** what an entry shows besides its name */
  mark?: (item: LauncherItem) => ReactNode;
  /** whether the group of an entry is open; undefined = it has none */
  expanded?: (item: LauncherItem) => boolean | undefined;
}

/** One column of entries, with arrows when they need several pages. */
function Card({ label, items, heightPx, chosen, over, mark, expanded }: CardProps) {
  const [page, setPage] = useState(0);
  const openPage = useOpenPage();
  const fits = items.length * constants.launcher.itemHeightPx <= heightPx;
  const pages = launcherPages(fits ? heightPx : heightPx - arrowsPx, items.length);
  const at = Math.min(page, pages.length - 1);
  const start = pages.slice(0, at).reduce((sum, count) => sum + count, 0);
  const shown = items.slice(start, start + (pages[at] ?? 0));
  const paged = pages.length > 1;
  return (
    <nav
      className="shell-menu-launch-card"
      aria-label={label}
      // A short last page must not slip away from under the mouse.
      style={paged ? { minHeight: (pages[0] ?? 0) * constants.launcher.itemHeightPx + arrowsPx } : {}}
    >
      {paged ? (
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
          aria-expanded={expanded?.(item)}
          onMouseEnter={() => over?.(item)}
          onFocus={() => over?.(item)}
          onClick={() => {
            openPage(item);
            chosen();
          }}
        >
          {mark?.(item)}
          <MenuIcon name={item.icon} />
          {item.name}
        </button>
      ))}
      {paged ? (
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
  );
}
