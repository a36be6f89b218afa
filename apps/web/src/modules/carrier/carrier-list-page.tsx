import {
  type CarrierRow,
  carrierAdd,
  carrierAudit,
  carrierChangeHis,
  carrierColumns,
  carrierDel,
  carrierDetail,
  carrierExport,
  carrierImports,
  carrierPage,
  carrierSetStatus,
  carrierUpdate,
} from '@tongda/contract/carrier/carrier';
import { enableStatus } from '@tongda/contract/enums/resource';
import { auditStatus } from '@tongda/contract/enums/transport';
import { temperatureType } from '@tongda/contract/enums/vehicle';
import { useMemo, useState } from 'react';
import { useBatch } from '../../kit/batch-run';
import type { Cells } from '../../kit/data-table';
import { DueDate } from '../../kit/due-date';
import { EnableDot, enableAction } from '../../kit/enable-dot';
import { FilterEnum, FilterSelect, FilterText } from '../../kit/filters';
import { ListPage } from '../../kit/list-page';
import {
  nameIn,
  RegisterBatch,
  RegisterToolbar,
  removeOne,
  useChanged,
  useHistoryDrawer,
} from '../../kit/register-list';
import { StateDot } from '../../kit/state-dot';
import { Empty } from '../../kit/states';
import { TempClasses } from '../../kit/temp-class';
import { useList } from '../../kit/use-list';
import { AuditDialog } from './audit-dialog';
import { CarrierDrawer } from './carrier-drawer';
import { useCarrierLinks } from './links';

const stale = [carrierDetail, carrierChangeHis];
const status = { call: carrierSetStatus, field: 'status', options: enableStatus.options };
const expiry = [
  { code: 'soon', name: '30天内到期' },
  { code: 'expired', name: '已过期' },
];
const auditTones = {
  [auditStatus.pending]: 'amber',
  [auditStatus.passed]: 'green',
  [auditStatus.rejected]: 'red',
  [auditStatus.cancelled]: 'grey',
};

type Open = { what: 'audit' | 'members'; row: CarrierRow };

/** 承运商管理: companies and people that drive for us. */
export function CarrierListPage() {
  const list = useList<CarrierRow>(carrierPage);
  const links = useCarrierLinks();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const cells = useMemo(
    (): Cells<CarrierRow> => ({
      name: (row) => (
        <button type="button" className="td-plain td-link" onClick={() => setOpen({ what: 'members', row })}>
          {row.name}
        </button>
      ),
      status: (row) => <EnableDot status={row.status} />,
      auditStatus: (row) => <StateDot of={auditStatus} tones={auditTones} code={row.auditStatus} />,
      temperatureTypes: (row) =>
        row.temperatureTypes.length > 0 ? <TempClasses codes={row.temperatureTypes} /> : undefined,
      permitEnd: (row) => <DueDate date={row.permitEnd} />,
      contractEnd: (row) => <DueDate date={row.contractEnd} />,
    }),
    [],
  );
  const changed = useChanged(list, stale);
  const batch = useBatch();
  const history = useHistoryDrawer(carrierChangeHis);
  const toolbar = (
    <RegisterToolbar
      add={links.add}
      create={carrierAdd}
      imports={carrierImports}
      exports={carrierExport}
      done={changed}
    />
  );
  return (
    <>
      <ListPage
        list={list}
        columns={carrierColumns}
        cells={cells}
        filters={
          <>
            <FilterText name="name" label="承运商名称或编码" main width={210} />
            <FilterEnum name="status" label="状态" of={enableStatus} width={130} />
            <FilterEnum name="auditStatus" label="审核" of={auditStatus} width={150} />
            <FilterEnum name="temperatureType" label="温区能力" of={temperatureType} width={150} />
            <FilterSelect name="expire" label="许可证/合同" options={expiry} width={190} />
          </>
        }
        toolbar={toolbar}
        batch={(rows, keys) => (
          <RegisterBatch
            noun="承运商"
            unit="家"
            keys={keys}
            nameOf={nameIn(rows)}
            run={batch.start}
            done={changed}
            del={carrierDel}
            status={status}
          />
        )}
        rowActions={(row) => [
          { label: '编辑', to: links.edit(row.id), can: carrierUpdate },
          { label: '详情', run: () => setOpen({ what: 'members', row }) },
          ...(row.auditStatus === auditStatus.passed
            ? []
            : [{ label: '审核', can: carrierAudit, run: () => setOpen({ what: 'audit', row }) }]),
          enableAction(carrierSetStatus, row, '停用后不能再选择该承运商，已有的车辆和司机不变。', changed),
          { label: '变更记录', run: () => history.open(row) },
          { label: '删除', danger: true, can: carrierDel, run: () => removeOne(carrierDel, row, changed) },
        ]}
        empty={<Empty title="暂无承运商" text="逐家新增，或用模板一次导入多家" action={toolbar} />}
      />
      {batch.dialog}
      {history.drawer}
      {open?.what === 'audit' ? <AuditDialog carrier={open.row} done={changed} close={close} /> : null}
      {open?.what === 'members' ? <CarrierDrawer carrier={open.row} close={close} /> : null}
    </>
  );
}
