import { Button, Modal, Progress, Table } from 'antd';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { ApiError } from '../call/api-error';
import { formatDuration } from '../show/format';
import './batch-run.css';

/** One object of a batch: done, or why not. */
export interface BatchLine {
  id: string;
  name: string;
  ok: boolean;
  msg: string;
}

export interface BatchJob {
  /** 批量停用 */
  title: string;
  ids: readonly string[];
  /** how an object is called when no answer names it */
  nameOf: (id: string) => string;
  /** does one portion; a failure of the call counts for the whole portion */
  step: (ids: string[]) => Promise<BatchLine[]>;
  /** called once, when it ended or was stopped */
  done?: () => void;
}

interface BatchState {
  job: BatchJob;
  lines: BatchLine[];
  startedAt: number;
  status: 'running' | 'stopping' | 'ended';
}

const portion = 20;

/**
 * Runs a batch in portions: progress with count and remaining time, can be stopped, ends in a list of results.
 * Render `dialog` anywhere in the page.
 */
export function useBatch(): { start: (job: BatchJob) => Promise<void>; dialog: ReactNode } {
  const [state, setState] = useState<BatchState | null>(null);
  const stopped = useRef(false);
  const start = useCallback(async (job: BatchJob): Promise<void> => {
    stopped.current = false;
    setState({ job, lines: [], startedAt: Date.now(), status: 'running' });
    for (let at = 0; at < job.ids.length && !stopped.current; at += portion) {
      const ids = job.ids.slice(at, at + portion);
      const lines = await runStep(job, ids);
      setState((old) => old && { ...old, lines: [...old.lines, ...lines] });
    }
    setState((old) => old && { ...old, status: 'ended' });
    job.done?.();
  }, []);
  const stop = (): void => {
    stopped.current = true;
    setState((old) => old && { ...old, status: 'stopping' });
  };
  const dialog = state ? <BatchDialog state={state} stop={stop} close={() => setState(null)} /> : null;
  return { start, dialog };
}

async function runStep(job: BatchJob, ids: string[]): Promise<BatchLine[]> {
  try {
    const lines = await job.step(ids);
    return lines.map((line) => ({ ...line, name: line.name || job.nameOf(line.id) }));
  } catch (error) {
    const msg = error instanceof ApiError ? error.message : '操作失败，请稍后重试';
    return ids.map((id) => ({ id, name: job.nameOf(id), ok: false, msg }));
  }
}

function BatchDialog({ state, stop, close }: { state: BatchState; stop: () => void; close: () => void }) {
  const { job, lines, status, startedAt } = state;
  const total = job.ids.length;
  const failed = lines.filter((line) => !line.ok);
  const ended = status === 'ended';
  const left = lines.length === 0 ? null : ((Date.now() - startedAt) / lines.length / 1000) * (total - lines.length);
  return (
    <Modal
      open
      title={job.title}
      width={520}
      closable={ended}
      mask={{ closable: false }}
      keyboard={ended}
      onCancel={close}
      footer={
        ended ? (
          <Button type="primary" onClick={close}>
            完成
          </Button>
        ) : (
          <Button disabled={status === 'stopping'} onClick={stop}>
            {status === 'stopping' ? '正在停止' : '停止'}
          </Button>
        )
      }
    >
      <Progress
        percent={Math.round((lines.length / total) * 100)}
        status={ended && failed.length > 0 ? 'exception' : undefined}
      />
      <p className="kit-list-batch-words" role="status">
        {ended ? summaryText(lines, failed, total) : `已处理 ${lines.length} / ${total}`}
        {!ended && left !== null ? `，约剩 ${formatDuration(Math.max(1, left))}` : ''}
      </p>
      {failed.length > 0 ? (
        <Table<BatchLine>
          rowKey="id"
          size="small"
          dataSource={failed}
          pagination={false}
          scroll={{ y: 240 }}
          columns={[
            { dataIndex: 'name', title: '对象', width: 150 },
            { dataIndex: 'msg', title: '未处理的原因' },
          ]}
        />
      ) : null}
    </Modal>
  );
}

function summaryText(lines: BatchLine[], failed: BatchLine[], total: number): string {
  const done = lines.length - failed.length;
  const skipped = total - lines.length;
  return [
    `成功 ${done} 条`,
    failed.length > 0 ? `失败 ${failed.length} 条` : '',
    skipped > 0 ? `停止后未处理 ${skipped} 条` : '',
  ]
    .filter(Boolean)
    .join('，');
}
