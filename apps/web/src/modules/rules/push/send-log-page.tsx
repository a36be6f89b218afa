import { useQueryClient } from '@tanstack/react-query';
import type { Output } from '@tongda/contract/core/endpoint';
import { pushChannel, pushOccasion, pushResult } from '@tongda/contract/rules/push/enums';
import {
  type SendLogRow,
  sendLogColumns,
  sendLogExport,
  sendLogFilters,
  sendLogPage,
  sendLogResend,
} from '@tongda/contract/rules/push/send-log';
import { episodeKind } from '@tongda/contract/watch/alarm/episode';
import { alarmNo } from '@tongda/contract/watch/alarm/words';
import { Button, Drawer } from 'antd';
import { RotateCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import { Facts } from '../../../kit/detail/page';
import { ExportButton } from '../../../kit/files/export-button';
import { useBatch } from '../../../kit/list/batch-run';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { lastDays, none } from '../../../kit/show/format';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells } from '../../../kit/table/types';
import { ChannelMark } from './channel-marks';
import { LevelMark } from './level-mark';
import { smsWords } from './sms-words';
import './styles.css';

const tones: Readonly<Record<number, string>> = {
  [pushResult.queued]: 'blue',
  [pushResult.sent]: 'green',
  [pushResult.failed]: 'red',
  [pushResult.suppressed]: 'grey',
  [pushResult.kept]: 'amber',
};

/** 发送日志: every notice about alarms, to whom and what came of it. */
export function SendLogPage() {
  const [defaults] = useState(() => lastDays(1));
  const list = useList<SendLogRow>(sendLogPage, { defaults, scheme: 'B' });
  const batch = useBatch();
  const [open, setOpen] = useState<SendLogRow | null>(null);
  const done = (): void => {
    list.select([], []);
    list.refresh();
  };
  const cells = useMemo(
    (): Cells<SendLogRow> => ({
      status: (row) => <StateDot of={pushResult} tones={tones} code={row.status} />,
      kind: (row) => (row.kind === '' ? '测试' : episodeKind.label(row.kind)),
      level: (row) => (row.level === 0 ? undefined : <LevelMark level={row.level} />),
      channel: (row) => <ChannelMark channel={row.channel} />,
      content: (row) => (
        <button type="button" className="td-plain rules-push-content" title={row.content} onClick={() => setOpen(row)}>
          {row.content}
        </button>
      ),
      cause: (row) =>
        row.cause === '' ? (
          none
        ) : (
          <span data-bad={row.status === pushResult.failed} className="rules-push-cause" title={row.cause}>
            {row.cause}
          </span>
        ),
      episodeId: (row) => (row.episodeId === null ? undefined : alarmNo(row.episodeId)),
    }),
    [],
  );
  const again = useRowAct(({ id }: SendLogRow) => call(sendLogResend, { ids: [id] }), {
    told: ({ receiver }) => `已重新发送给 ${receiver}，结果稍后可见`,
  });
  return (
    <>
      <ListPage
        list={list}
        columns={sendLogColumns}
        cells={cells}
        tabs={<Results list={list} />}
        filters={<RegisterFilters of={sendLogFilters.table} />}
        toolbar={
          <>
            <ExportButton of={sendLogExport} />
            <SmsUse list={list} />
          </>
        }
        batch={(rows, keys) => (
          <Can do={sendLogResend}>
            <Button
              icon={<RotateCw />}
              onClick={() =>
                void batch.start({
                  title: `重发 ${keys.length} 条`,
                  ids: keys,
                  nameOf: (id) => rows.find((row) => row.id === id)?.receiver ?? id,
                  done,
                  step: (ids) => call(sendLogResend, { ids }),
                })
              }
            >
              重发
            </Button>
          </Can>
        )}
        rowActions={(row) => [
          { label: '详情', run: () => setOpen(row) },
          ...(row.status === pushResult.failed
            ? [{ label: '重发', can: sendLogResend, run: () => again(row, done) }]
            : []),
        ]}
        empty={<Empty title="没有符合条件的发送记录" text="报警按推送设置发送后，每个人、每种方式在这里有一条记录" />}
      />
      {batch.dialog}
      {open ? <Details row={open} close={() => setOpen(null)} /> : null}
    </>
  );
}

type SendList = ReturnType<typeof useList<SendLogRow>>;
/** What the list's own answer says beside its rows. */
function useAnswer(list: SendList) {
  const client = useQueryClient();
  const input = {
    ...list.filters,
    page: list.page,
    size: list.size,
    ...(list.sort ? { sort: list.sort } : {}),
  };
  return client.getQueryData<Output<typeof sendLogPage>>([sendLogPage.path, input]);
}

/** How many text messages went out this month, and how many are left. */
function SmsUse({ list }: { list: SendList }) {
  const sms = useAnswer(list)?.sms;
  return sms ? <span className="td-cap">{smsWords(sms)}</span> : null;
}

/** Results with their numbers. */
function Results({ list }: { list: SendList }) {
  const counts = useAnswer(list)?.counts;
  const all = counts === undefined ? undefined : Object.values(counts).reduce((a, b) => a + b, 0);
  return (
    <StatusTabs
      list={list}
      name="status"
      items={[
        { name: '全部', count: all },
        ...pushResult.options.map(({ code, name }) => ({
          code,
          name,
          count: counts && (counts[String(code)] ?? 0),
        })),
      ]}
    />
  );
}

function Details({ row, close }: { row: SendLogRow; close: () => void }) {
  return (
    <Drawer open title={`${row.receiver} ${pushChannel.label(row.channel)}`} size={480} onClose={close}>
      <p className="rules-push-body">{row.content}</p>
      <Facts
        title="发送"
        facts={[
          ['结果', pushResult.label(row.status)],
          [row.status === pushResult.failed ? '失败原因' : '说明', row.cause],
          ['时间', row.createTime],
          ['送出时间', row.sendTime],
          ['号码', row.address],
          ['尝试次数', String(row.attempts)],
          ['短信条数', row.channel === pushChannel.sms ? String(row.parts) : ''],
          ['推送设置', row.settingName],
        ]}
      />
      <Facts
        title="报警"
        facts={[
          ['报警编号', row.episodeId === null ? '' : alarmNo(row.episodeId)],
          ['车牌号', row.plateNo],
          ['类型', row.kind === '' ? '测试' : episodeKind.label(row.kind)],
          ['事件', pushOccasion.label(row.occasion)],
        ]}
      />
    </Drawer>
  );
}
