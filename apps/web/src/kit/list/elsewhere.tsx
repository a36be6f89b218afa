import type { Input } from '@tongda/contract/core/endpoint';
import { Button } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { useAsk } from '../call/use-ask';
import { Empty } from '../show/states';
import { type Filters, isBlank } from './url';
import type { List, PageEndpoint } from './use-rows';

/** One tab over a list, as the empty list knows it. */
export interface TabWish {
  name: string;
  selected: boolean;
  /** what the tab asks for; blank values take a filter away */
  wish: Filters;
}

/** Somebody looks for something: filters that no tab sets are other than the page's own. */
export function seeksUnderTab<Row>(list: List<Row>, tabs: readonly TabWish[]): boolean {
  if (!tabs.some(({ selected }) => selected)) return false;
  const ofTabs = new Set(tabs.flatMap(({ wish }) => Object.keys(wish)));
  const names = new Set([...Object.keys(list.filters), ...Object.keys(list.base)]);
  return [...names].some((name) => !ofTabs.has(name) && !same(list.filters[name], list.base[name]));
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Nothing under the chosen tab: says which one that is, and leads to the tabs that have what is looked for, or says that none has. */
export function NothingUnderTab<Row>({ list, tabs }: { list: List<Row>; tabs: readonly TabWish[] }) {
  const here = tabs.find(({ selected }) => selected);
  const others = tabs.filter(({ selected }) => !selected);
  const [totals, setTotals] = useState<Readonly<Record<string, number>>>({});
  const tell = useCallback((name: string, total: number) => setTotals((known) => ({ ...known, [name]: total })), []);
  const nowhere = others.every(({ name }) => totals[name] === 0);
  return (
    <Empty
      title={nowhere ? '没有符合条件的数据' : `“${here?.name ?? ''}”中没有符合条件的数据`}
      text={nowhere ? '其他页签里也没有，请放宽筛选条件' : '其他页签里有的列在下面；也可以放宽筛选条件'}
      action={
        <>
          {others.map((tab) => (
            <OtherTab key={tab.name} list={list} tab={tab} tell={tell} />
          ))}
          <Button onClick={list.reset}>重置条件</Button>
        </>
      }
    />
  );
}

interface OtherTabProps<Row> {
  list: List<Row>;
  tab: TabWish;
  /** hears how many rows the tab has */
  tell: (name: string, total: number) => void;
}

/** How many rows another tab has for the same filters, asked of the list itself; none = nothing drawn. */
function OtherTab<Row>({ list, tab, tell }: OtherTabProps<Row>) {
  const filters = { ...list.filters, ...tab.wish };
  const asked = Object.fromEntries(Object.entries(filters).filter(([, value]) => !isBlank(value)));
  // filters are as the user left them: the server checks them
  const { data } = useAsk(list.endpoint, { ...asked, page: 1, size: 1 } as Input<PageEndpoint<Row>>);
  useEffect(() => {
    if (data) tell(tab.name, data.total);
  }, [data, tab.name, tell]);
  if (!data || data.total === 0) return null;
  return (
    <Button type="primary" ghost onClick={() => list.query(filters)}>
      {tab.name} {data.total}
    </Button>
  );
}
