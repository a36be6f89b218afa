import { writeClear, writeSend } from '@tongda/contract/resources/card/write-calls';
import { writeContent } from '@tongda/contract/resources/enums';
import {
  type CommandRow,
  commandApprove,
  commandCalls,
  commandCancel,
  commandPage,
  commandRetry,
} from '@tongda/contract/watch/command/calls';
import { commandKind, isCompanyKind } from '@tongda/contract/watch/command/kind';
import { againStates, mayReview, waitingStates } from '@tongda/contract/watch/command/life';
import { Button, Dropdown, Table } from 'antd';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { confirm, toast } from '../../../kit/dialog/notify';
import { Can } from '../../../kit/session/can';
import { none, shortTime } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { CommandDialog } from './dialog';
import { CommandPicture } from './picture';
import { CommandState } from './state';
import { useCommandUpdates } from './use-updates';
import { type CommandedVehicle, type CommandVerb, commandMenu, useCommandVerbs } from './verbs';
import './styles.css';

const size = 20;

/** The commands to one vehicle, the newest first: what was asked of its terminal, by whom, and what it answered. */
export function VehicleCommands({ vehicle, fixed }: { vehicle: CommandedVehicle; fixed: boolean }) {
  useCommandUpdates();
  const [page, setPage] = useState(1);
  const [giving, setGiving] = useState<CommandVerb['key'] | null>(null);
  const verbs = useCommandVerbs();
  const answer = useAsk(commandPage, { vehicleId: vehicle.id, page, size }, { keep: true, refetchInterval: 30_000 });
  const give =
    fixed || verbs.length === 0 ? null : (
      <Dropdown
        // a menu that is shut takes its open sub-menu along
        destroyOnHidden
        trigger={['click']}
        menu={{ items: commandMenu(verbs), onClick: ({ key }) => setGiving(verbOf(verbs, key)) }}
      >
        <Button>
          下发指令 <ChevronDown className="td-ico" />
        </Button>
      </Dropdown>
    );
  const dialog = giving ? <CommandDialog kind={giving} vehicles={[vehicle]} close={() => setGiving(null)} /> : null;
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const { list, total } = answer.data;
  if (total === 0)
    return (
      <>
        <Empty title="没有下发过指令" text="向终端下发的文本、查询和设置，以及终端的应答，都记在这里" action={give} />
        {dialog}
      </>
    );
  return (
    <>
      <div className="watch-command-head">{give}</div>
      <Table<CommandRow>
        size="small"
        rowKey="id"
        dataSource={list}
        pagination={
          total > size ? { current: page, pageSize: size, total, showSizeChanger: false, onChange: setPage } : false
        }
        columns={[
          {
            title: '提交时间',
            width: 118,
            render: (_, row) => (
              <span title={`提交 ${row.createTime}，应答 ${row.answerTime ?? none}`}>{shortTime(row.createTime)}</span>
            ),
          },
          { title: '指令', width: 100, render: (_, row) => commandKind.label(row.kind) },
          {
            title: '内容',
            width: 170,
            render: (_, row) => (row.reason === '' ? row.summary : `${row.summary}（${row.reason}）`),
          },
          { title: '状态', width: 90, render: (_, row) => <CommandState state={row.state} /> },
          {
            title: '终端应答',
            width: 180,
            render: (_, row) => (
              <>
                <span className="watch-command-said" title={row.answer}>
                  {row.answer || none}
                </span>
                <CommandPicture row={row} small />
              </>
            ),
          },
          { dataIndex: 'createUser', title: '操作人', width: 70 },
          { title: '操作', width: 76, render: (_, row) => (fixed ? null : <Verbs row={row} />) },
        ]}
      />
      {dialog}
    </>
  );
}

const verbOf = (verbs: readonly CommandVerb[], key: string): CommandVerb['key'] | null =>
  verbs.find((verb) => verb.key === key)?.key ?? null;

/** 取消 while it waits, 重发 when it came to nothing. */
function Verbs({ row }: { row: CommandRow }) {
  const words = (lines: ReadonlyArray<{ ok: boolean; msg: string }>, done: string): void => {
    const [line] = lines;
    if (line?.ok) toast('success', `${row.plateNo} ${done}`);
    else toast('warning', line?.msg ?? '没有处理');
  };
  const cancel = useAct(() => call(commandCancel, { ids: [row.id] }), {
    stale: [commandPage],
    done: (lines) => words(lines, '已取消'),
  });
  const retry = useAct(() => call(commandRetry, { ids: [row.id] }), {
    stale: [commandPage],
    done: (lines) => words(lines, '已重发'),
  });
  // what the provider's staff gave is theirs to take back and repeat
  if (row.kind !== 'write' && !isCompanyKind(row.kind)) return null;
  const can =
    row.kind !== 'write' ? commandCalls[row.kind] : row.content === writeContent.clear ? writeClear : writeSend;
  if (mayReview(row)) return <Review row={row} words={words} />;
  if (waitingStates.includes(row.state))
    return (
      <Can do={can}>
        <button type="button" className="td-plain td-link" disabled={cancel.busy} onClick={() => void cancel.run()}>
          取消
        </button>
      </Can>
    );
  if (!againStates.includes(row.state) || row.kind === 'cut') return null;
  return (
    <Can do={can}>
      <button type="button" className="td-plain td-link" disabled={retry.busy} onClick={() => void retry.run()}>
        重发
      </button>
    </Can>
  );
}

/** 复核 of somebody else's cut: it goes out, or ends here. */
function Review({
  row,
  words,
}: {
  row: CommandRow;
  words: (lines: ReadonlyArray<{ ok: boolean; msg: string }>, done: string) => void;
}) {
  const approve = useAct((pass: boolean) => call(commandApprove, { ids: [row.id], pass }), {
    stale: [commandPage],
    done: (lines) => words(lines, '已复核'),
  });
  const pass = async (): Promise<void> => {
    const sure = await confirm({
      title: `确定断开 ${row.plateNo} 的油路和电路？`,
      content: `由${row.createUser}下发：${row.reason}。复核通过后立即下发，车辆将无法启动或逐渐停下。`,
      ok: '通过并下发',
      danger: true,
    });
    if (sure) await approve.run(true);
  };
  return (
    <Can do={commandApprove}>
      <button type="button" className="td-plain td-link" disabled={approve.busy} onClick={() => void pass()}>
        通过
      </button>{' '}
      <button
        type="button"
        className="td-plain td-link"
        disabled={approve.busy}
        onClick={() => void approve.run(false)}
      >
        驳回
      </button>
    </Can>
  );
}
