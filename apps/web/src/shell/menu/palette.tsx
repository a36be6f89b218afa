import { type SearchKind, searchAll, searchKind } from '@tongda/contract/transport/search/calls';
import { ClipboardList, FileText, MapPin, Truck, User } from 'lucide-react';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAsk } from '../../kit/call/use-ask';
import { useSession } from '../../kit/session/user';
import { driveOf, entriesOf, findMenus, markedParts, pageOfHit } from './find';
import { MenuIcon } from './icon';
import { useOpenPage } from './open-page';
import { type EarlyChoice, PaletteBox } from './palette-box';

/** One row that can be chosen. */
interface Line {
  key: string;
  icon: ReactNode;
  name: string;
  relation: string;
  state: string;
  open: () => void;
  /** Ctrl Enter: the day's drive of a vehicle */
  more?: () => void;
}
interface Group {
  key: string;
  name: string;
  total: number;
  lines: Line[];
}

const icons: Readonly<Record<SearchKind, ReactNode>> = {
  vehicle: <Truck className="td-ico" />,
  driver: <User className="td-ico" />,
  site: <MapPin className="td-ico" />,
  waybill: <FileText className="td-ico" />,
  order: <ClipboardList className="td-ico" />,
};
interface PaletteProps {
  text: string;
  type: (text: string) => void;
  asked: EarlyChoice;
  close: () => void;
}

/** So long after the last key the server is asked, ms. */
const restMs = 180;
const shownMenus = 5;

/**
 * The search of the header: vehicles, drivers, sites, waybills, orders and menus in one list under the box. Arrows choose, Enter opens the first or the chosen one.
 * The text is kept by whoever shows it, so that it is one text before and after this file is loaded; `asked` is what was chosen before.
 */
export default function Palette({ text, type, asked, close }: PaletteProps) {
  const [at, setAt] = useState(0);
  const { groups, settled } = useGroups(text, close);
  /** Enter was pressed before the hits for the text were there: the first of them is opened when they are */
  const [early, setEarly] = useState<EarlyChoice>(asked);
  const lines = groups.flatMap((group) => group.lines);
  const chosen = Math.min(at, lines.length - 1);
  const box = useRef<HTMLElement>(null);
  const listId = useId();
  useCloseOutside(box, close);
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  const move = (to: number): void => {
    setEarly(null);
    setAt(Math.max(0, Math.min(lines.length - 1, to)));
  };
  const take = (how: 'open' | 'more'): void => {
    const line = lines[chosen];
    if (how === 'more' && line?.more) line.more();
    else line?.open();
    // the box is gone with the choice: the keyboard goes on in the page
    if (line) document.querySelector('main')?.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (early === null || !settled) return;
    setEarly(null);
    take(early);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const choose = (): void => {
      const how = event.ctrlKey || event.metaKey ? 'more' : 'open';
      if (settled) take(how);
      else setEarly(how);
    };
    const keys = new Map<string, () => void>([
      ['ArrowDown', () => move(chosen + 1)],
      ['ArrowUp', () => move(chosen - 1)],
      ['Tab', () => move(nextGroup(groups, chosen, event.shiftKey ? -1 : 1))],
      ['Escape', close],
      ['Enter', choose],
    ]);
    const act = keys.get(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <search className="shell-menu-palette" ref={box} aria-label="全局搜索">
      <PaletteBox
        text={text}
        aria-expanded={lines.length > 0}
        aria-controls={listId}
        aria-activedescendant={lines.length > 0 ? `${listId}-${chosen}` : undefined}
        change={(next) => {
          type(next);
          setAt(0);
          setEarly(null);
        }}
        onKeyDown={onKeyDown}
      />
      <div className="shell-menu-palette-list" id={listId} role="listbox" aria-label="搜索结果">
        {groups.map((group, g) => {
          const before = groups.slice(0, g).reduce((sum, { lines: some }) => sum + some.length, 0);
          return (
            <fieldset key={group.key} aria-label={`${group.name} ${group.total}`}>
              <span aria-hidden="true">
                {group.name} {group.total}
              </span>
              <div>
                {group.lines.map((line, i) => (
                  <PaletteLine
                    key={line.key}
                    id={`${listId}-${before + i}`}
                    line={line}
                    text={text}
                    chosen={before + i === chosen}
                    enter={() => setAt(before + i)}
                  />
                ))}
              </div>
            </fieldset>
          );
        })}
        {lines.length === 0 && text.trim() !== '' ? (
          <p role="status">
            {settled ? `没有找到“${text.trim()}”，可输入车牌、姓名、单号或菜单名的一部分` : '正在查找…'}
          </p>
        ) : null}
      </div>
      <footer aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> 选择 <kbd>↵</kbd> 打开 <kbd>Ctrl ↵</kbd> 今日轨迹 <kbd>Tab</kbd> 换组 <kbd>Esc</kbd> 关闭
      </footer>
    </search>
  );
}

/** The first line of the next group that has any, or of the one before. */
function nextGroup(groups: readonly Group[], at: number, step: 1 | -1): number {
  const starts: number[] = [];
  let sum = 0;
  for (const { lines } of groups) {
    starts.push(sum);
    sum += lines.length;
  }
  const current = starts.findLastIndex((start) => start <= at);
  return starts[(current + step + starts.length) % Math.max(1, starts.length)] ?? 0;
}

/** What is found for a text: the server's hits, then menus; `settled` when these are the hits for this very text. Without a text the menus alone. */
function useGroups(text: string, close: () => void): { groups: Group[]; settled: boolean } {
  const tree = useSession((state) => state.tree);
  const visible = useSession((state) => state.visible);
  const navigate = useNavigate();
  const openPage = useOpenPage();
  const wanted = useRested(text.trim());
  const {
    data = [],
    isLoading,
    isPlaceholderData,
  } = useAsk(searchAll, wanted === '' ? null : { text: wanted }, { keep: true, gcTime: 60_000 });
  const entries = useMemo(() => entriesOf(visible), [visible]);
  const menus = findMenus(entries, text);
  const go = (url: string) => (): void => {
    close();
    void navigate(url);
  };
  const hits: Group[] = (text.trim() === '' ? [] : data).map(({ kind, total, hits: some }) => ({
    key: kind,
    name: searchKind.label(kind),
    total,
    lines: some.flatMap((hit): Line[] => {
      const url = pageOfHit(tree, kind, hit);
      if (url === null) return [];
      const drive = kind === 'vehicle' ? driveOf(tree, hit.id) : null;
      const { id, name, relation, state } = hit;
      return [
        {
          key: `${kind} ${id}`,
          icon: icons[kind],
          name,
          relation,
          state,
          open: go(url),
          ...(drive ? { more: go(drive) } : {}),
        },
      ];
    }),
  }));
  const pages: Group = {
    key: 'menu',
    name: '菜单',
    total: menus.length,
    lines: (text.trim() === '' ? menus : menus.slice(0, shownMenus)).map((entry) => ({
      key: `menu ${entry.node.sys} ${entry.node.id}`,
      icon: <MenuIcon name={entry.icon} />,
      name: entry.node.name,
      relation: entry.under,
      state: '',
      open: () => {
        close();
        openPage(entry.node);
      },
    })),
  };
  return {
    groups: [...hits, pages].filter(({ lines }) => lines.length > 0),
    settled: wanted === text.trim() && !isLoading && (wanted === '' || !isPlaceholderData),
  };
}

/** A value that follows when it has not changed for a moment. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

function useCloseOutside(box: { current: HTMLElement | null }, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const heard = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !box.current?.contains(target)) latest.current();
    };
    window.addEventListener('pointerdown', heard, true);
    return () => window.removeEventListener('pointerdown', heard, true);
  }, [box]);
}

interface LineProps {
  id: string;
  line: Line;
  text: string;
  chosen: boolean;
  enter: () => void;
}

function PaletteLine({ id, line, text, chosen, enter }: LineProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the input above, where the focus stays
    <div id={id} role="option" tabIndex={-1} aria-selected={chosen} onMouseMove={enter} onClick={line.open}>
      {line.icon}
      <b>
        <Marked text={line.name} query={text} />
      </b>
      <span className="relation" title={line.relation}>
        <Marked text={line.relation} query={text} />
      </span>
      <span className="state">{line.state}</span>
    </div>
  );
}

const Marked = ({ text, query }: { text: string; query: string }) => (
  <>
    {markedParts(text, query).map((part, i) =>
      // parts of one text have no names of their own
      // biome-ignore lint/suspicious/noArrayIndexKey: they come and go together
      part.hit ? <mark key={i}>{part.text}</mark> : <Fragment key={i}>{part.text}</Fragment>,
    )}
  </>
);
