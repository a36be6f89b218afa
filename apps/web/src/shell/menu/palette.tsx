import { type SearchKind, searchAll, searchKind } from '@tongda/contract/transport/search/calls';
import {
  ClipboardList,
  FileCheck,
  FileText,
  MapPin,
  PackageCheck,
  PackageOpen,
  TriangleAlert,
  Truck,
  User,
} from 'lucide-react';
import { Fragment, type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAsk } from '../../kit/call/use-ask';
import { useSession } from '../../kit/session/user';
import { driveOf, entriesOf, findMenus, markedParts, pageOfHit } from './find';
import { MenuIcon } from './icon';
import { useOpenPage } from './open-page';

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
  pickUp: <PackageOpen className="td-ico" />,
  receiptOrder: <PackageCheck className="td-ico" />,
  receipt: <FileCheck className="td-ico" />,
  abnormal: <TriangleAlert className="td-ico" />,
};
/** Enter opens the chosen line; Ctrl Enter what more a line offers. */
export type Choice = 'open' | 'more';
/** What the box has the list do when keys are pressed. */
export interface ListKeys {
  move: (step: 1 | -1) => void;
  changeGroup: (step: 1 | -1) => void;
  choose: (how: Choice) => void;
}
interface PaletteListProps {
  listId: string;
  text: string;
  /** index of the chosen line */
  at: number;
  setAt: (at: number) => void;
  /** a choice that was made before the hits for the text were there: the first of them is opened when they are */
  early: Choice | null;
  setEarly: (how: Choice | null) => void;
  /** where the box finds the keys of the list, as long as it is there */
  keys: RefObject<ListKeys | null>;
  /** hears how many lines there are */
  count: (lines: number) => void;
  close: () => void;
}

/** So long after the last key the server is asked, ms. */
const restMs = 180;
const shownMenus = 5;

/**
 * What the search of the header found: vehicles, drivers, sites, waybills, orders and menus in one list under the box. Arrows choose, Enter opens the first or
 * the chosen one. Text and choice are kept by the box, which is there before this file is loaded.
 */
export default function PaletteList(props: PaletteListProps) {
  const { listId, text, at, setAt, early, setEarly, keys, count, close } = props;
  const { groups, settled } = useGroups(text, close);
  const lines = groups.flatMap((group) => group.lines);
  const chosen = Math.min(at, lines.length - 1);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  const move = (to: number): void => {
    setEarly(null);
    setAt(Math.max(0, Math.min(lines.length - 1, to)));
  };
  const take = (how: Choice): void => {
    const line = lines[chosen];
    if (how === 'more' && line?.more) line.more();
    else line?.open();
    // the box is gone with the choice: the keyboard goes on in the page
    if (line) document.querySelector('main')?.focus({ preventScroll: true });
  };
  useLayoutEffect(() => {
    keys.current = {
      move: (step) => move(chosen + step),
      changeGroup: (step) => move(nextGroup(groups, chosen, step)),
      choose: (how) => (settled ? take(how) : setEarly(how)),
    };
    count(lines.length);
  });
  useEffect(
    () => () => {
      keys.current = null;
    },
    [keys],
  );
  useEffect(() => {
    if (early === null || !settled) return;
    setEarly(null);
    take(early);
  });
  return (
    <>
      <div className="shell-menu-palette-list" ref={list} id={listId} role="listbox" aria-label="搜索结果">
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
    </>
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
