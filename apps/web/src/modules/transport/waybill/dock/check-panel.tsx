import type { WaybillDetail } from '@tongda/contract/transport/waybill/shapes';
import { Skeleton } from 'antd';
import { Panel } from '../../../../kit/detail/panel';
import { formatNumber, minuteText } from '../../../../kit/show/format';
import { CheckList } from '../check-list';
import { useLoadCheck } from '../stow/use-load-check';

/** Findings that are in the way stand first. */
const rank = { block: 0, warn: 1, ok: 2 } as const;

/** 校验: how full it is, and what stands in the way of the waybill as it is being edited. */
export function CheckPanel({ waybill }: { waybill: WaybillDetail }) {
  const { data, error } = useLoadCheck(waybill);
  if (error)
    return (
      <Panel title="校验">
        <p className="transport-waybill-bad">{error.message}</p>
      </Panel>
    );
  // goods that went back to wait leave a waybill without any
  if (waybill.legs.length === 0 && !data)
    return (
      <Panel title="校验">
        <p className="td-cap">没有货物，配载后再校验</p>
      </Panel>
    );
  // as high as most results are, so that the log below stays where it is
  if (!data)
    return (
      <Panel title="校验">
        <Skeleton active title={false} paragraph={{ rows: 7 }} />
      </Panel>
    );
  return (
    <Panel title="校验" extra={`${formatNumber(data.distanceKm, 1)} km`}>
      <CheckList
        label="校验结果"
        first={`重量 ${formatNumber(data.loadRateWeight, 1)}%　体积 ${formatNumber(data.loadRateVolume, 1)}%　${minuteText(data.arriveTime)} 到站`}
        checks={data.checks.toSorted((a, b) => rank[a.level] - rank[b.level])}
      />
    </Panel>
  );
}
