import { forwardState } from '@tongda/contract/resources/device/enums';
import { enableStatus } from '@tongda/contract/resources/enums';
import {
  type ForwardRow,
  forwardChangeHis,
  forwardDel,
  forwardDetail,
  forwardFailLog,
  forwardSwitch,
  forwardTest,
  forwardUpdate,
} from '@tongda/contract/rules/forwarding/calls';
import { forwardResumeH } from '@tongda/contract/rules/forwarding/fields';
import { beyondWords, mayEnd } from '@tongda/contract/rules/push/beyond';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import { toast } from '../../../kit/dialog/notify';
import { useHistoryDrawer, useRemoveOne } from '../../../kit/list/register';
import { formatNumber } from '../../../kit/show/format';
import { StateDot } from '../../../kit/show/state-dot';
import type { Cells, RowAction } from '../../../kit/table/types';
import { FailDrawer } from './fail-drawer';
import type { useForwardLinks } from './links';
import './styles.css';

/** What is asked again after a target changed, beside the lists. */
export const staleTargets = [forwardDetail, forwardChangeHis, forwardFailLog];
const tones: Readonly<Record<number, string>> = {
  [forwardState.stopped]: 'grey',
  [forwardState.forwarding]: 'green',
  [forwardState.failing]: 'red',
  [forwardState.scheduled]: 'blue',
};
/** What a target is called, and what it does: a program's is a subscription. */
const wordsOf = ({ appName }: ForwardRow): [noun: string, verb: string] =>
  appName === '' ? ['数据转发', '转发'] : ['订阅', '推送'];
const whilePaused = (row: ForwardRow): string =>
  `连续失败后已暂停的${wordsOf(row)[1]}，再次启动后从中断处继续，最多补发最近${forwardResumeH}小时的数据。`;
const count = (n: number) => (n === 0 ? <span className="td-mute">0</span> : formatNumber(n));

/** What stopping a target means. */
const stopWords = (row: ForwardRow): string => {
  const [, verb] = wordsOf(row);
  return `停止期间的数据不再${verb}，再次启动后从启动时起${verb}。`;
};

/** What disables the words of a target that tells of vehicles that the user does not see. */
const whyNot = (row: ForwardRow) => (row.beyond ? { why: beyondWords(wordsOf(row)[0], row.name, row.own) } : {});
/** … and what does not, when it ends one that he made. */
const whyNotEnd = (row: ForwardRow) => (mayEnd(row) ? {} : whyNot(row));

interface Targets {
  cells: Cells<ForwardRow>;
  actions: (row: ForwardRow) => RowAction[];
  /** the drawers that actions open */
  drawers: ReactNode;
}

/** Cells and actions of targets, for 数据转发 and the subscriptions of the interface centre. */
export function useTargets(changed: () => void, links: Pick<ReturnType<typeof useForwardLinks>, 'edit'>): Targets {
  const history = useHistoryDrawer(forwardChangeHis);
  const removeOne = useRemoveOne(forwardDel);
  const [fails, setFails] = useState<ForwardRow | null>(null);
  const start = useRowAct(
    ({ id, enabled }: ForwardRow) =>
      call(forwardSwitch, { ids: [id], enabled: enabled ? enableStatus.disabled : enableStatus.enabled }),
    {
      sure: (row) =>
        row.enabled
          ? {
              title: `确定停止 ${row.name}？`,
              content: row.paused ? whilePaused(row) : stopWords(row),
              ok: '停止',
            }
          : null,
      told: ({ name, enabled }) => `${name} ${enabled ? '已停止' : '已启动'}`,
    },
  );
  const resume = useRowAct(({ id }: ForwardRow) => call(forwardSwitch, { ids: [id], enabled: enableStatus.enabled }), {
    told: ({ name }) => `${name} 已恢复，暂停期间的数据（最近${forwardResumeH}小时）随后补发`,
  });
  const test = useRowAct(({ id }: ForwardRow) => call(forwardTest, { id }), {
    done: ({ name }, { ok, msg }) => toast(ok ? 'success' : 'error', `${name}：${msg}`),
  });
  const cells = useMemo(
    (): Cells<ForwardRow> => ({
      name: (row) => <Link to={links.edit(row.id)}>{row.name}</Link>,
      state: (row) => <StateDot of={forwardState} tones={tones} code={row.state} />,
      okCount: (row) => count(row.okCount),
      failCount: (row) => count(row.failCount),
      backlog: (row) => count(row.backlog),
      deadCount: (row) =>
        row.deadCount === 0 ? (
          count(0)
        ) : (
          <button type="button" className="td-plain td-link" onClick={() => setFails(row)}>
            {formatNumber(row.deadCount)}
          </button>
        ),
      lastError: (row) =>
        row.lastError === '' ? undefined : (
          <span className="rules-forwarding-error" title={`${row.lastErrorTime ?? ''} ${row.lastError}`}>
            {row.lastError}
          </span>
        ),
    }),
    [links],
  );
  const actions = (row: ForwardRow): RowAction[] => [
    row.beyond
      ? { label: '详情', to: links.edit(row.id) }
      : { label: '编辑', to: links.edit(row.id), can: forwardUpdate },
    ...(row.enabled && row.paused
      ? [{ label: '恢复', can: forwardSwitch, run: () => resume(row, changed), ...whyNot(row) }]
      : []),
    {
      label: row.enabled ? '停止' : '启动',
      can: forwardSwitch,
      run: () => start(row, changed),
      ...(row.enabled ? whyNotEnd(row) : whyNot(row)),
    },
    { label: '测试连接', can: forwardTest, run: () => test(row) },
    { label: '失败明细', can: forwardFailLog, run: () => setFails(row) },
    { label: '变更记录', run: () => history.open(row) },
    { label: '删除', danger: true, can: forwardDel, run: () => removeOne(row, changed), ...whyNotEnd(row) },
  ];
  const drawers = (
    <>
      {history.drawer}
      {fails ? <FailDrawer target={fails} changed={changed} close={() => setFails(null)} /> : null}
    </>
  );
  return { cells, actions, drawers };
}
