import {
  type CarrierRow,
  carrierAudit,
  carrierColumns,
  carrierDetail,
  carrierLink,
  carrierRegister,
  carrierSetStatus,
} from '@tongda/contract/resources/carrier/calls';
import { carrierScore, carrierScoreDetail } from '@tongda/contract/resources/carrier/score';
import { carrierShare, enableStatus } from '@tongda/contract/resources/enums';
import { auditStatus } from '@tongda/contract/transport/enums';
import { useMemo, useState } from 'react';
import { DueDate } from '../../../kit/detail/due-date';
import { RegisterListPage } from '../../../kit/list/register-page';
import { EnableDot, useEnableAction } from '../../../kit/show/enable-dot';
import { formatNumber } from '../../../kit/show/format';
import { StateDot } from '../../../kit/show/state-dot';
import { TempClasses } from '../../../kit/show/temp-class';
import type { Cells } from '../../../kit/table/types';
import { AuditDialog } from './audit-dialog';
import { CarrierDrawer } from './drawer';
import { LinkDialog } from './link-dialog';
import { useCarrierLinks } from './links';
import { formatPercent, ScoreDialog } from './score-dialog';
import { shareTones } from './share-facts';

const status = { call: carrierSetStatus, field: 'status', options: enableStatus.options };
const auditTones = {
  [auditStatus.pending]: 'amber',
  [auditStatus.passed]: 'green',
  [auditStatus.rejected]: 'red',
  [auditStatus.cancelled]: 'grey',
};

type Open = { what: 'audit' | 'members' | 'score' | 'link'; row: CarrierRow };

/** 承运商管理: the register of carriers. */
export function CarrierListPage() {
  const links = useCarrierLinks();
  const enableAction = useEnableAction(carrierSetStatus, '停用后不能再选择该承运商，已有的车辆和司机不变。');
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
      score: (row) => (row.score === null ? '--' : <b>{formatNumber(row.score, 1)}</b>),
      onTimeRate: (row) => formatPercent(row.onTimeRate),
      tempRate: (row) => formatPercent(row.tempRate),
      shareState: (row) => (
        <>
          <StateDot of={carrierShare} tones={shareTones} code={row.shareState} />
          {row.shareState === carrierShare.sharing ? ` ${row.sharedIn + row.sharedOut} 辆` : ''}
        </>
      ),
      permitEnd: (row) => <DueDate date={row.permitEnd} />,
      contractEnd: (row) => <DueDate date={row.contractEnd} />,
    }),
    [],
  );
  return (
    <RegisterListPage<CarrierRow>
      of={carrierRegister}
      columns={carrierColumns}
      cells={cells}
      nameOf={(row) => row.name}
      add={links.add}
      edit={(row) => links.edit(row.id)}
      stale={[carrierDetail, carrierScoreDetail]}
      status={status}
      before={(row) => [{ label: '详情', run: () => setOpen({ what: 'members', row }) }]}
      between={(row, { changed }) => [
        ...(row.auditStatus === auditStatus.passed
          ? []
          : [{ label: '审核', can: carrierAudit, run: () => setOpen({ what: 'audit', row }) }]),
        { label: '评分', can: carrierScore, run: () => setOpen({ what: 'score', row }) },
        { label: '关联公司', can: carrierLink, run: () => setOpen({ what: 'link', row }) },
        enableAction(row, changed),
      ]}
      emptyText="逐家新增，或用模板一次导入多家"
    >
      {({ changed }) => (
        <>
          {open?.what === 'audit' ? <AuditDialog carrier={open.row} done={changed} close={close} /> : null}
          {open?.what === 'score' ? <ScoreDialog carrier={open.row} done={changed} close={close} /> : null}
          {open?.what === 'link' ? <LinkDialog carrier={open.row} done={changed} close={close} /> : null}
          {open?.what === 'members' ? <CarrierDrawer carrier={open.row} close={close} /> : null}
        </>
      )}
    </RegisterListPage>
  );
}
