import { publishStatus } from '@tongda/contract/base/system-enums';
import {
  type PackageRow,
  packageChangeHis,
  packageColumns,
  packageDel,
  packageFilters,
  packagePage,
  packagePublish,
  packageUpload,
  upgradeItems,
  upgradeStart,
  upgradeTasks,
} from '@tongda/contract/resources/device-setup/package';
import { Button } from 'antd';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useHistoryDrawer, useRemoveOne } from '../../../kit/list/register';
import { useInvalidate, useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { copyText } from '../../../kit/show/copy';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { PackageDialog } from './package-dialog';
import { TasksDrawer } from './tasks-drawer';
import { UpgradeDialog } from './upgrade-dialog';
import './styles.css';

const tones = { [publishStatus.draft]: 'amber', [publishStatus.published]: 'green', [publishStatus.withdrawn]: 'grey' };
const sizeWords = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(2)} MB`;

const cells: Cells<PackageRow> = {
  status: (row) => <StateDot of={publishStatus} tones={tones} code={row.status} />,
  size: (row) => sizeWords(row.size),
  force: (row) => (row.force ? '是' : '否'),
  minVersion: (row) => row.minVersion ?? '不限',
  sha256: (row) => (
    <button
      type="button"
      className="td-plain td-link resources-device-setup-hash"
      title={`${row.sha256}，点击复制`}
      onClick={() => copyText(row.sha256)}
    >
      {row.sha256.slice(0, 12)}…
    </button>
  ),
};

type Open = { what: 'upgrade' | 'tasks'; row: PackageRow } | { what: 'upload' };

/** 便携设备升级包: firmware, who may be sent it, and how far its roll-outs came. */
export function PackagePage() {
  const list = useList<PackageRow>(packagePage);
  const invalidate = useInvalidate();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const history = useHistoryDrawer(packageChangeHis);
  const removeOne = useRemoveOne(packageDel);
  const changed = (): void => {
    for (const of of [packagePage, packageChangeHis, upgradeTasks, upgradeItems]) void invalidate(of);
  };
  const publish = useRowAct(
    ({ id, version, status }: PackageRow) =>
      call(packagePublish, { id, version, publish: status !== publishStatus.published }),
    {
      sure: ({ name, fwVersion, status }) =>
        status === publishStatus.published
          ? { title: `下线“${name}” ${fwVersion}？进行中的升级任务会停止。`, ok: '下线' }
          : { title: `发布“${name}” ${fwVersion}？发布后可以升级设备。`, ok: '发布' },
      told: ({ name, status }) => `${name}已${status === publishStatus.published ? '下线' : '发布'}`,
      done: changed,
    },
  );
  const rowActions = (row: PackageRow): RowAction[] => {
    const isPublished = row.status === publishStatus.published;
    return [
      ...(isPublished
        ? [{ label: '升级', can: upgradeStart, run: () => setOpen({ what: 'upgrade' as const, row }) }]
        : []),
      { label: isPublished ? '下线' : '发布', can: packagePublish, run: () => publish(row) },
      { label: '任务', run: () => setOpen({ what: 'tasks', row }) },
      { label: '变更记录', run: () => history.open({ id: row.id, name: row.name }) },
      {
        label: '删除',
        danger: true,
        can: packageDel,
        why: isPublished ? '已发布，请先下线' : undefined,
        run: () => removeOne({ id: row.id, name: row.name }, changed),
      },
    ];
  };
  return (
    <>
      <ListPage
        list={list}
        columns={packageColumns}
        cells={cells}
        filters={<RegisterFilters of={packageFilters.table} />}
        toolbar={
          <Can do={packageUpload}>
            <Button type="primary" icon={<Upload />} onClick={() => setOpen({ what: 'upload' })}>
              上传
            </Button>
          </Can>
        }
        rowActions={rowActions}
        empty={<Empty title="还没有升级包" text="上传固件并由另一人发布后，可按型号升级设备" />}
      />
      {open?.what === 'upload' ? <PackageDialog done={changed} close={close} /> : null}
      {open?.what === 'upgrade' ? <UpgradeDialog of={open.row} done={changed} close={close} /> : null}
      {open?.what === 'tasks' ? <TasksDrawer of={open.row} close={close} /> : null}
      {history.drawer}
    </>
  );
}
