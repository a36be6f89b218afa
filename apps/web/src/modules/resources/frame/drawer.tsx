import {
  type FrameRow,
  frameWay,
  type TraceRow,
  traceFrame,
  traceFrames,
} from '@tongda/contract/resources/frame/calls';
import { traceState } from '@tongda/contract/resources/frame/enums';
import type { ownTraceFrame, ownTraceFrames } from '@tongda/contract/resources/frame/own';
import { DatePicker, Drawer, Input, Segmented, Table } from 'antd';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { FrameView } from './fields';

const size = 50;
const wireForm = 'YYYY-MM-DD HH:mm:ss';
const ways = [
  { value: 0, label: '全部' },
  { value: frameWay.up, label: '上行' },
  { value: frameWay.down, label: '下行' },
];

/** Where the frames are asked for: recordings of the staff, or those of a company. */
interface FrameCalls {
  frames: typeof traceFrames | typeof ownTraceFrames;
  frame: typeof traceFrame | typeof ownTraceFrame;
}
const ofStaff: FrameCalls = { frames: traceFrames, frame: traceFrame };

interface FramesDrawerProps {
  trace: Pick<TraceRow, 'id' | 'state'>;
  /** which terminal it is */
  title: string;
  calls?: FrameCalls;
  /** 最近报文: nothing more comes, and this is why there may be nothing */
  recent?: boolean;
  close: () => void;
}

/** The frames of one recording, the newest first, and the chosen one field by field. While it goes on new ones appear by themselves. */
export function FramesDrawer({ trace, title, calls = ofStaff, recent = false, close }: FramesDrawerProps) {
  const [page, setPage] = useState(1);
  const [way, setWay] = useState(0);
  const [search, setSearch] = useState('');
  const [times, setTimes] = useState<readonly [string, string] | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const answer = useAsk(
    calls.frames,
    {
      id: trace.id,
      page,
      size,
      ...(way === frameWay.up || way === frameWay.down ? { way } : {}),
      ...(search === '' ? {} : { search }),
      ...(times === null ? {} : { startTime: times[0], endTime: times[1] }),
    },
    { keep: true, refetchInterval: trace.state === traceState.running ? 5000 : false },
  );
  const shown = chosen ?? answer.data?.list[0]?.id ?? null;
  return (
    <Drawer open size={1180} onClose={close} title={`报文 ${title}`}>
      <div className="resources-frame-tools">
        <Segmented
          options={ways}
          value={way}
          onChange={(value) => {
            setWay(Number(value));
            setPage(1);
          }}
        />
        <Input.Search
          allowClear
          placeholder="消息名称、消息ID、十六进制或文本"
          maxLength={60}
          className="resources-frame-search"
          onSearch={(words) => {
            setSearch(words.trim());
            setPage(1);
          }}
        />
        <DatePicker.RangePicker
          showTime
          aria-label="报文时间"
          format="MM-DD HH:mm:ss"
          onChange={(chosen) => {
            const [from, to] = chosen ?? [];
            setTimes(from && to ? [from.format(wireForm), to.format(wireForm)] : null);
            setPage(1);
          }}
        />
      </div>
      {answer.error && !answer.data ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <div className="resources-frame-panes">
          <FrameTable
            rows={answer.data?.list ?? null}
            total={answer.data?.total ?? 0}
            shown={shown}
            choose={setChosen}
            page={page}
            turn={setPage}
            why={
              way === 0 && search === '' && times === null
                ? recent
                  ? '网关没有记住这台终端的报文（或属于换车之前），可开始追踪后等待'
                  : '终端有数据往来后会自动显示'
                : '没有符合条件的报文，请换一个条件'
            }
          />
          <div className="resources-frame-detail">{shown ? <OneFrame id={shown} of={calls.frame} /> : null}</div>
        </div>
      )}
    </Drawer>
  );
}

interface FrameTableProps {
  /** null: they are on their way */
  rows: FrameRow[] | null;
  total: number;
  /** id of the frame beside the table */
  shown: string | null;
  choose: (id: string) => void;
  page: number;
  turn: (page: number) => void;
  /** why there may be none */
  why: string;
}

function FrameTable({ rows, total, shown, choose, page, turn, why }: FrameTableProps) {
  return (
    <Table<FrameRow>
      size="small"
      rowKey="id"
      loading={rows === null}
      dataSource={rows ?? []}
      locale={{
        emptyText: <Empty title="没有报文" text={why} />,
      }}
      pagination={
        total > size
          ? {
              current: page,
              pageSize: size,
              total,
              showSizeChanger: false,
              onChange: turn,
            }
          : false
      }
      rowClassName={(row) => (row.id === shown ? 'resources-frame-chosen' : '')}
      onRow={(row) => ({ onClick: () => choose(row.id) })}
      columns={[
        {
          title: '时间',
          width: 104,
          render: (_, row) => (
            <span className="num" title={row.time}>
              {row.time.slice(11)}.{String(row.ms).padStart(3, '0')}
            </span>
          ),
        },
        { title: '方向', width: 48, render: (_, row) => frameWay.label(row.way) },
        {
          title: '消息',
          ellipsis: true,
          render: (_, row) => (
            <button type="button" className="td-plain td-link" onClick={() => choose(row.id)}>
              {row.msgId} {row.name}
            </button>
          ),
        },
        {
          title: '字节',
          width: 56,
          align: 'right',
          render: (_, row) => (
            <span className={row.refused ? 'resources-frame-bad' : ''} title={row.refused ? '校验码错误' : ''}>
              {row.bytes}
            </span>
          ),
        },
      ]}
    />
  );
}

function OneFrame({ id, of }: { id: string; of: FrameCalls['frame'] }) {
  const answer = useAsk(of, { id }, { keep: true });
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  return answer.data ? <FrameView frame={answer.data} /> : <Loading />;
}
