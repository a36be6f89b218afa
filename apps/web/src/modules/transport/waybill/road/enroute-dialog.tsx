import type { Output } from '@tongda/contract/core/endpoint';
import { transportTaskCalls } from '@tongda/contract/transport/waybill/calls';
import {
  type EnrouteAnswer,
  enrouteAdd,
  enrouteCheck,
  enroutePool,
  maxEnroute,
} from '@tongda/contract/transport/waybill/road/enroute';
import type { WaybillRow } from '@tongda/contract/transport/waybill/shapes';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { newestOf } from '../../../../kit/call/use-act';
import { useAsk } from '../../../../kit/call/use-ask';
import { FormDialog } from '../../../../kit/dialog/form';
import { formatNumber, formatRange, formatTemp, minuteText, none, windowText } from '../../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../../kit/show/states';
import { TempClasses } from '../../../../kit/show/temp-class';
import { LinesTable } from '../../../../kit/work/lines-table';
import { tellWays } from '../../parts/tell-ways';
import { CheckList } from '../check-list';
import './enroute.css';
import '../styles.css';

interface EnrouteDialogProps {
  waybill: Pick<WaybillRow, 'waybillCode' | 'version' | 'plateNo' | 'driverName'>;
  done: () => void;
  close: () => void;
}

/** 途中加单: what waits near the truck, and what taking it along means for load, temperature and times. */
export function EnrouteDialog({ waybill, done, close }: EnrouteDialogProps) {
  const { waybillCode, version } = waybill;
  const [chosen, setChosen] = useState<string[]>([]);
  const pool = useAsk(enroutePool, { waybillCode }, { own: 'add' });
  const judged = useAsk(
    enrouteCheck,
    { waybillCode, pickUpCodes: chosen },
    { when: chosen.length > 0, keep: true, refetchOnWindowFocus: false, retry: false },
  );
  const plan = chosen.length > 0 && !judged.error ? judged.data : undefined;
  return (
    <FormDialog
      endpoint={enrouteAdd}
      input={{ waybillCode, version, pickUpCodes: chosen }}
      ready={plan?.possible === true && !judged.isFetching}
      fresh={newestOf(transportTaskCalls.detail, { id: waybillCode })}
      failed={() => {
        void judged.refetch();
        return false;
      }}
      told={({ addedMin }) => `${waybillCode} 已加 ${chosen.length} 张提货单，回站预计推迟 ${addedMin} 分钟`}
      done={({ ways }) => {
        tellWays(ways);
        done();
      }}
      close={close}
      width={1200}
      title={`途中加单 ${waybillCode}　${waybill.plateNo} ${waybill.driverName}`}
      okText={chosen.length > 0 ? `加 ${chosen.length} 单` : '加单'}
    >
      <div className="transport-waybill-road-enroute">
        <div className="transport-waybill-road-enroute-pool">
          {pool.error ? <ErrorState error={pool.error} retry={() => void pool.refetch()} /> : null}
          {pool.isPending ? <Loading /> : null}
          {pool.data ? <Pool rows={pool.data.list} chosen={chosen} setChosen={setChosen} /> : null}
        </div>
        <section className="transport-waybill-road-enroute-plan" aria-label="加单后的行程">
          {judged.error && chosen.length > 0 ? (
            <ErrorState error={judged.error} retry={() => void judged.refetch()} />
          ) : plan ? (
            <Plan plan={plan} />
          ) : (
            <p className="td-cap">勾选提货单后，这里显示装载校验、插入的站点和推迟的时间。确认后司机会收到通知。</p>
          )}
        </section>
      </div>
    </FormDialog>
  );
}

type Waiting = Output<typeof enroutePool>['list'][number];

function Pool(props: { rows: readonly Waiting[]; chosen: readonly string[]; setChosen: (codes: string[]) => void }) {
  const { rows, chosen, setChosen } = props;
  if (rows.length === 0) return <Empty title="没有待提货的提货单" text="提货单在提货单列表新增，或随订单生成" />;
  return (
    <LinesTable
      lines={rows}
      keyOf={(row) => row.orderCode}
      columns={[
        {
          key: 'chosen',
          spoken: '选择',
          cell: ({ orderCode }) => (
            <Checkbox
              aria-label={`加 ${orderCode}`}
              checked={chosen.includes(orderCode)}
              disabled={!chosen.includes(orderCode) && chosen.length >= maxEnroute}
              onChange={(event) =>
                setChosen(event.target.checked ? [...chosen, orderCode] : chosen.filter((code) => code !== orderCode))
              }
            />
          ),
        },
        { key: 'orderCode', label: '提货单', cell: (row) => row.orderCode },
        {
          key: 'place',
          label: '提货点',
          cell: (row) => (
            <>
              {row.customerName}
              <span className="td-cap transport-waybill-road-enroute-address">
                {row.shipArea}
                {row.shipAddress}
              </span>
            </>
          ),
        },
        {
          key: 'temperature',
          label: '温层',
          cell: (row) => (
            <>
              <TempClasses codes={[row.temperatureType]} />
              <span className="td-cap">
                {row.tempMin === null && row.tempMax === null ? '' : `${formatRange(row.tempMin, row.tempMax, 1)} ℃`}
              </span>
            </>
          ),
        },
        {
          key: 'goods',
          label: '件 / kg',
          num: true,
          cell: (row) => `${formatNumber(row.pieces)} / ${formatNumber(row.weightKg)}`,
        },
        {
          key: 'window',
          label: '提货时间',
          cell: (row) => windowText(row.arriveFrom, row.arriveTo),
        },
        {
          key: 'away',
          label: '距车(km)',
          num: true,
          cell: (row) => (row.awayKm === null ? none : formatNumber(row.awayKm, 1)),
        },
      ]}
    />
  );
}

function Plan({ plan }: { plan: EnrouteAnswer }) {
  return (
    <>
      <dl className="transport-waybill-cool">
        <dt>装载率 重 / 体</dt>
        <dd>
          {plan.loadRateWeight === null ? none : `${formatNumber(plan.loadRateWeight, 1)}%`} /{' '}
          {plan.loadRateVolume === null ? none : `${formatNumber(plan.loadRateVolume, 1)}%`}
        </dd>
        <dt>多走 / 推迟</dt>
        <dd>
          {plan.addedKm === null ? '提货点没有坐标' : `${formatNumber(plan.addedKm, 1)} km`} /{' '}
          {formatNumber(plan.addedMin)} 分钟
        </dd>
        {plan.setTemp === null ? null : (
          <>
            <dt>设定温度</dt>
            <dd>
              {formatTemp(plan.setTemp)} ℃{plan.setTempChanged ? '（改变，将通知司机）' : ''}
            </dd>
          </>
        )}
      </dl>
      <CheckList label="装载校验" checks={plan.checks} />
      <ol className="transport-waybill-road-enroute-stops" aria-label="站点">
        {plan.stops.map((stop) => (
          <li key={stop.seq} data-added={stop.added} data-reached={stop.arriveTime === null}>
            <span className="transport-waybill-no">{stop.seq}</span>
            <span>{stop.name}</span>
            <span className="td-cap">
              {stop.arriveTime === null ? '已到' : `预计 ${minuteText(stop.arriveTime)}`}
              {stop.laterMin > 0 ? `，推迟 ${stop.laterMin} 分钟` : ''}
            </span>
            {stop.added ? <span className="transport-waybill-mark">加入</span> : null}
          </li>
        ))}
      </ol>
    </>
  );
}
