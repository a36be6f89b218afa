import {
  cancelledReason,
  type DownloadRow,
  downloadCancel,
  downloadColumns,
  downloadDel,
  downloadFilters,
  downloadList,
  downloadModules,
  downloadRetry,
  downloadStatus,
  downloadZip,
} from '@tongda/contract/base/download/calls';
import { message } from '@tongda/contract/core/messages';
import { Button, Progress } from 'antd';
import { Download, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { fetchFile } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { announceExport, saveBlob, saveFile, saveFiles } from '../../../kit/files/downloads';
import { FilterSelect } from '../../../kit/list/filter/controls';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { type List, useList } from '../../../kit/list/use-rows';
import { useSession } from '../../../kit/session/user';
import { fileSize, lastDays, shortTime, wireTime } from '../../../kit/show/format';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import './styles.css';

const refreshMs = 3000;

const cells: Cells<DownloadRow> = {
  status: (row) => <Status row={row} />,
  fileSize: (row) => fileSize(row.fileSize),
  expireTime: (row) =>
    row.expired ? <span title={message('download.expired')}>{shortTime(row.expireTime)}（已过期）</span> : undefined,
  failReason: (row) => (row.failReason ? <span title={row.failReason}>{row.failReason}</span> : undefined),
};

function Status({ row }: { row: DownloadRow }) {
  if (row.status === downloadStatus.pending) {
    return (
      <span className="td-dot" data-tone="blue">
        处理中
        <Progress percent={Math.round(row.progress)} size={[52, 4]} showInfo={false} />
      </span>
    );
  }
  if (row.expired) return <span className="td-dot">已过期</span>;
  if (row.failReason === cancelledReason) return <span className="td-dot">{cancelledReason}</span>;
  return <StateDot of={downloadStatus} tones={{ [downloadStatus.failed]: 'red' }} code={row.status} />;
}

const shownDays = 7;
/** 下载管理: export tasks of the user, their state, and the files. */
export function DownloadListPage() {
  return <Tasks scheme="C" />;
}

/** 下载管理 embedded in the page of another system: without header and menus. */
export function EmbeddedDownloadPage() {
  return (
    <main className="base-download-embedded">
      <h1 className="td-sr">下载管理</h1>
      <Tasks scheme="D" />
    </main>
  );
}

function Tasks({ scheme }: { scheme: 'C' | 'D' }) {
  const [defaults] = useState(() => lastDays(shownDays));
  const list = useList(downloadList, { scheme, defaults });
  useWhilePending(list);
  const modules = (useAsk(downloadModules, undefined).data ?? []).map((name) => ({ code: name, name }));
  const remove = useAct(downloadDel, {
    sure: ({ ids }) => ({ title: message('delete.confirm', { n: ids.length }), danger: true, ok: '删除' }),
    told: message('delete.ok'),
    stale: [downloadList],
    done: () => list.select([], []),
  });
  const again = useAct(downloadRetry, { stale: [downloadList], done: ({ id }) => announceExport(id) });
  const cancel = useAct(downloadCancel, { told: '已取消', stale: [downloadList] });
  const saving = useAct(saveChosen);
  const administers = useSession(({ user }) => user !== null && (user.isPrimaryUser === 1 || user.isOrgManager === 1));
  const actions = (row: DownloadRow): RowAction[] => [
    {
      label: '下载',
      why: unavailableReason(row),
      run: () => {
        if (row.pathUrl) saveFile(row.pathUrl, row.fileName);
      },
    },
    ...(row.mine ? ownActions(row) : []),
  ];
  const ownActions = (row: DownloadRow): RowAction[] => [
    row.status === downloadStatus.pending
      ? { label: '取消', run: () => void cancel.run({ id: row.id }) }
      : { label: '重新生成', run: () => void again.run({ id: row.id }) },
    { label: '删除', danger: true, run: () => void remove.run({ ids: [row.id] }) },
  ];
  return (
    <ListPage
      list={list}
      columns={downloadColumns}
      cells={cells}
      filters={
        <>
          <RegisterFilters of={downloadFilters.table} choices={{ module: modules }} />
          {administers ? (
            <FilterSelect name="whose" label="创建人" options={downloadFilters.table.whose.options} width={130} />
          ) : null}
        </>
      }
      batch={(rows, keys) => (
        <>
          <Button icon={<Download />} loading={saving.busy} onClick={() => void saving.run(rows)}>
            {rows.length > 1 ? '打包下载' : '下载'}
          </Button>
          <Button
            icon={<Trash2 />}
            loading={remove.busy}
            disabled={!rows.every(({ mine }) => mine)}
            title={rows.every(({ mine }) => mine) ? undefined : '只能删除自己的任务'}
            onClick={() => void remove.run({ ids: keys })}
          >
            删除
          </Button>
        </>
      )}
      rowActions={actions}
      empty={
        <Empty title={`最近${shownDays}天没有导出任务`} text="在列表或轨迹页面点“导出”，文件会出现在这里，保留7天" />
      }
    />
  );
}

/** One file as it is, several as one archive. */
async function saveChosen(rows: readonly DownloadRow[]): Promise<void> {
  const ready = rows.filter(({ pathUrl }) => pathUrl !== null);
  if (ready.length > 1) {
    const stamp = wireTime(Date.now()).replace(/[-:]/gu, '').replace(' ', '_');
    saveBlob(await fetchFile(downloadZip, { ids: ready.map(({ id }) => id) }), `下载文件_${stamp}.zip`);
  } else await saveFiles(ready);
}

function unavailableReason(row: DownloadRow): string | undefined {
  if (row.expired) return message('download.expired');
  if (row.status === downloadStatus.pending) return '正在处理';
  return row.status === downloadStatus.failed ? (row.failReason ?? '生成失败') : undefined;
}

/** Reloads the list while an export is in progress. */
function useWhilePending(list: List<DownloadRow>): void {
  const pending = list.rows.some(({ status }) => status === downloadStatus.pending);
  const { refresh } = list;
  useEffect(() => {
    if (!pending) return;
    const timer = setInterval(() => {
      if (!document.hidden) refresh();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [pending, refresh]);
}
