import { codes } from '@tongda/contract/core/endpoint';
import { type ImportCalls, type ImportRun, importModes } from '@tongda/contract/core/register/import';
import { Pagination, Table } from 'antd';
import { useState } from 'react';
import { call } from '../call/api';
import { ApiError } from '../call/api-error';
import { type Question, useAct } from '../call/use-act';
import { useAsk } from '../call/use-ask';
import { confirm } from '../dialog/notify';
import { Empty, ErrorState, Loading } from '../show/states';

const size = 10;
/** What the list of imports needs of a register's calls. */
type Runs = Pick<ImportCalls, 'noun' | 'unit' | 'history' | 'undo'>;
/** An import that can be taken back. */
type Taken = Pick<ImportRun, 'id' | 'fileName' | 'added' | 'updated'>;

/** 导入记录: who imported what and when, and the word that takes it back. */
export function ImportRuns({ of, done }: { of: Runs; done: () => void }) {
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<string | null>(null);
  const runs = useAsk(of.history, { page, size }, { keep: true });
  const taking = useAct((run: ImportRun) => takeBack(of, run), {
    sure: (run) => questionOf(of, run),
    told: (undone) => (undone === null ? null : `已撤销 ${undone} 条`),
    done: async (undone) => {
      if (undone === null) return;
      await runs.refetch();
      done();
    },
  });
  const busy = taking.busy ? chosen : null;
  const undo = (run: ImportRun): void => {
    setChosen(run.id);
    void taking.run(run);
  };
  if (runs.error) return <ErrorState error={runs.error} retry={() => void runs.refetch()} />;
  if (!runs.data) return <Loading />;
  const { list, total } = runs.data;
  if (total === 0) return <Empty title="还没有导入过" text="导入之后可以在这里查看，并撤销整次导入" />;
  return (
    <div className="kit-import-runs">
      <Table<ImportRun>
        size="small"
        rowKey="id"
        dataSource={list}
        pagination={false}
        columns={[
          { dataIndex: 'time', title: '时间', width: 150 },
          { dataIndex: 'userName', title: '操作人', width: 90, ellipsis: true },
          { dataIndex: 'fileName', title: '文件', ellipsis: true },
          { dataIndex: 'mode', title: '方式', width: 96, render: (_, { mode }) => importModes[mode] },
          { dataIndex: 'added', title: '新增', width: 60, align: 'right' },
          { dataIndex: 'updated', title: '更新', width: 60, align: 'right' },
          { dataIndex: 'skipped', title: '跳过', width: 60, align: 'right' },
          { key: 'undo', title: '撤销', width: 190, render: (_, run) => <Undone run={run} busy={busy} undo={undo} /> },
        ]}
      />
      {total > size ? (
        <Pagination size="small" align="end" current={page} pageSize={size} total={total} onChange={setPage} />
      ) : null}
    </div>
  );
}

function Undone({ run, busy, undo }: { run: ImportRun; busy: string | null; undo: (run: ImportRun) => void }) {
  if (run.undoneTime !== null) {
    return (
      <span className="td-cap" title={run.undoneTime}>
        {run.undoneBy} 已撤销 {run.undoneRows} 条
      </span>
    );
  }
  return (
    <button type="button" className="td-plain kit-table-word" disabled={busy !== null} onClick={() => undo(run)}>
      {busy === run.id ? '正在撤销…' : '撤销导入'}
    </button>
  );
}

/** What is asked before an import is taken back. */
function questionOf(of: Runs, run: Taken): Question {
  const parts = [
    run.added > 0 ? `删除新增的 ${run.added} ${of.unit}` : '',
    run.updated > 0 ? `恢复更新的 ${run.updated} ${of.unit}` : '',
  ];
  return {
    title: `确定撤销“${run.fileName}”的导入？`,
    content: `将${parts.filter(Boolean).join('，')}。`,
    ok: '撤销导入',
    danger: true,
  };
}

/** What stands in the toast after an import: the result, and the word that takes it back at once. */
export function ImportResult({ words, of, run, done }: { words: string; of: Runs; run: Taken; done: () => void }) {
  const taking = useAct(() => takeBack(of, run), {
    sure: questionOf(of, run),
    told: (undone) => (undone === null ? null : `已撤销 ${undone} 条`),
    done: (undone) => undone !== null && done(),
  });
  return (
    <>
      {words}{' '}
      <button type="button" className="td-plain td-link" disabled={taking.busy} onClick={() => void taking.run()}>
        撤销导入
      </button>
    </>
  );
}

/** Takes an import back; when some lines were changed since, names them and offers the rest. Answers how many lines were taken back, null for none. */
async function takeBack(of: Runs, run: Taken): Promise<number | null> {
  try {
    return (await call(of.undo, { id: run.id })).undone;
  } catch (error) {
    const checks = checksOf(error);
    if (!(error instanceof ApiError) || checks.length === 0) throw error;
    return offerRest(of, run, error.message, checks);
  }
}

const checksOf = (error: unknown): string[] => {
  if (!(error instanceof ApiError) || error.code !== codes.blockedByRule) return [];
  // checked below to be a list
  const { checks } = (error.data ?? {}) as { checks?: unknown };
  return Array.isArray(checks) ? checks.map(String) : [];
};

async function offerRest(of: Runs, run: Taken, title: string, checks: string[]): Promise<number | null> {
  const left = run.added + run.updated - checks.length;
  const go = await confirm({
    title,
    content: (
      <ul className="kit-import-why">
        {checks.map((check) => (
          <li key={check}>{check}</li>
        ))}
      </ul>
    ),
    ok: left > 0 ? '撤销其余的' : '知道了',
    danger: left > 0,
  });
  return go && left > 0 ? (await call(of.undo, { id: run.id, rest: true })).undone : null;
}
