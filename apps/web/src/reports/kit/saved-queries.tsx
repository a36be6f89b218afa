import type { Report } from '@tongda/contract/reports/kit/report';
import { Button, Dropdown, Input, Modal } from 'antd';
import { Bookmark, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { z } from 'zod';
import { toast } from '../../kit/dialog/notify';
import { useListScope } from '../../kit/list/context';
import { presetOf, rangeOfPreset } from '../../kit/list/filter/date-range';
import type { Filters } from '../../kit/list/url';
import type { List } from '../../kit/list/use-rows';
import { useCan } from '../../kit/session/can';
import { fetchPref, localPref, savePref } from '../../kit/session/prefs';
import type { AnyRow } from './cells';

/** A query under a name. `preset`: a range such as 近7天 is that of the day on which it is asked; without one the range stands in `filters`. */
const savedQuery = z.object({
  name: z.string(),
  preset: z.string().nullable(),
  filters: z.record(z.string(), z.unknown()),
});
export type SavedQuery = z.infer<typeof savedQuery>;
const savedQueries = z.array(savedQuery);

const SubscribeDialog = lazy(async () => ({ default: (await import('./subscriptions')).SubscribeDialog }));
const SubscriptionsDialog = lazy(async () => ({ default: (await import('./subscriptions')).SubscriptionsDialog }));

const page = 'report';
const [mostQueries, longestName] = [20, 20];

/** What is kept of a query: its filters, and the range by its name where it has one today. */
export function keepQuery(name: string, filters: Filters): SavedQuery {
  const { startTime, endTime, ...others } = filters;
  const preset = presetOf({ startTime: String(startTime), endTime: String(endTime) });
  return { name, preset, filters: preset === null ? { ...filters } : others };
}

/** The filters of a kept query as they are asked today. */
export const filtersOf = ({ preset, filters }: SavedQuery): Filters => ({
  ...filters,
  ...(preset === null ? null : rangeOfPreset(preset)),
});

/** The queries with one more; one of the same name is replaced. */
export const withQuery = (queries: readonly SavedQuery[], one: SavedQuery): SavedQuery[] => [
  ...queries.filter(({ name }) => name !== one.name),
  one,
];

/** 查询方案 of a report: asks a kept query again, keeps the present one, forgets one. They follow the user to other computers. */
export function SavedQueries({ of, list }: { of: Report; list: List<AnyRow> }) {
  const [queries, setQueries] = useState(() => localPref(page, of.screen, savedQueries) ?? []);
  const [dialog, open] = useState<'name' | 'subscribe' | 'subscriptions' | null>(null);
  const mayExport = useCan(of.exportCall);
  // a file that is sent has the columns and the order of the page
  const { fields, sort } = useListScope();
  const close = (): void => open(null);
  useEffect(() => {
    let gone = false;
    void fetchPref(page, of.screen, savedQueries).then((found) => {
      if (!gone && found) setQueries(found);
    });
    return () => {
      gone = true;
    };
  }, [of.screen]);
  const save = (next: SavedQuery[]): void => {
    setQueries(next);
    void savePref(page, of.screen, next);
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...queries.map((query) => ({
              key: query.name,
              label: (
                <span className="reports-kit-query">
                  <span>{query.name}</span>
                  {query.preset ? <small>{query.preset}</small> : null}
                  <button
                    type="button"
                    className="td-plain"
                    aria-label={`删除方案 ${query.name}`}
                    onClick={(event) => {
                      event.stopPropagation();
                      save(queries.filter(({ name }) => name !== query.name));
                    }}
                  >
                    <X className="td-ico" />
                  </button>
                </span>
              ),
              onClick: () => list.query(filtersOf(query)),
            })),
            ...(queries.length > 0 ? [{ type: 'divider' as const }] : []),
            { key: '+', label: '将当前条件存为方案…', disabled: !list.asked, onClick: () => open('name') },
            // what is sent is an export of the report
            ...(mayExport
              ? [
                  {
                    key: '+send',
                    label: '定时发送当前条件…',
                    disabled: !list.asked,
                    onClick: () => open('subscribe'),
                  },
                  { key: '+sent', label: '我的定时报表', onClick: () => open('subscriptions') },
                ]
              : []),
          ],
        }}
      >
        <Button icon={<Bookmark />}>方案</Button>
      </Dropdown>
      <Suspense fallback={null}>
        {dialog === 'subscribe' ? (
          <SubscribeDialog of={of} filters={{ ...list.filters, fields, ...(sort ? { sort } : {}) }} close={close} />
        ) : null}
        {dialog === 'subscriptions' ? <SubscriptionsDialog of={of} close={close} /> : null}
      </Suspense>
      {dialog === 'name' ? (
        <NameDialog
          taken={queries.map(({ name }) => name)}
          close={close}
          save={(name) => {
            save(withQuery(queries, keepQuery(name, list.filters)));
            toast('success', `已存为方案“${name}”`);
          }}
        />
      ) : null}
    </>
  );
}

/** Asks for the name of a query. */
function NameDialog({
  taken,
  close,
  save,
}: {
  taken: readonly string[];
  close: () => void;
  save: (name: string) => void;
}) {
  const [text, setText] = useState('');
  const name = text.trim();
  const full = taken.length >= mostQueries && !taken.includes(name);
  const send = (): void => {
    if (!name || full) return;
    save(name);
    close();
  };
  return (
    <Modal
      open
      title="存为查询方案"
      width={380}
      okText={taken.includes(name) ? '替换' : '保存'}
      okButtonProps={{ disabled: !name || full }}
      onOk={send}
      onCancel={close}
    >
      <Input
        autoFocus
        aria-label="方案名称"
        placeholder="方案名称，如：华东一队近7天"
        maxLength={longestName}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={send}
      />
      <p className="td-mute" role="status">
        {full
          ? `最多保存${mostQueries}个方案，请先删除一个`
          : taken.includes(name)
            ? '已有同名方案，保存后将替换它'
            : '“近7天”等常用时间按查询当天计算，其余时间按所选日期保存'}
      </p>
    </Modal>
  );
}
