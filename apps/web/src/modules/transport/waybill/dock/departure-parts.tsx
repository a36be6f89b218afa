import { minuteMs } from '@tongda/contract/core/durations';
import { coolerStatus } from '@tongda/contract/resources/device/enums';
import { loadedPieces } from '@tongda/contract/transport/waybill/dock/counting';
import {
  type DepartureCheck,
  departWindow,
  maxItemFiles,
  needsSeal,
} from '@tongda/contract/transport/waybill/dock/departure';
import { departureCooler } from '@tongda/contract/transport/waybill/dock/site-work';
import { maxCheckFiles } from '@tongda/contract/transport/waybill/shapes';
import { Button, DatePicker, Input, InputNumber, Segmented } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { Panel } from '../../../../kit/detail/panel';
import { PictureInput } from '../../../../kit/files/pictures';
import { Can } from '../../../../kit/session/can';
import { formatNumber, formatTemp, wireTime } from '../../../../kit/show/format';
import { StateDot } from '../../../../kit/show/state-dot';
import { TextField, WorkField, WorkFields } from '../../../../kit/work/fields';
import { LinesTable } from '../../../../kit/work/lines-table';
import { countOf, type Scans } from '../../parts/scan';
import { placeWord } from '../place-word';
import { CoolerDialog } from './cooler-dialog';
import { type Departure, type HandCheck, scanLinesOf } from './use-departure';

/** 人工检查: each thing is in order, or it says what is not, with pictures. */
export function HandChecks({ departure }: { departure: Departure }) {
  return (
    <div className="transport-waybill-hand">
      {departure.items.map((one, i) => (
        <HandLine key={one.item} one={one} put={(patch) => departure.putItem(i, patch)} />
      ))}
      {departure.unchecked > 0 ? (
        <div>
          <Button size="small" onClick={departure.passRest}>
            {departure.unchecked === departure.items.length ? '全部正常' : '其余正常'}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function HandLine({ one, put }: { one: HandCheck; put: (patch: Partial<HandCheck>) => void }) {
  return (
    <div>
      <span>{one.item}</span>
      <Segmented
        size="small"
        value={one.ok === null ? -1 : Number(one.ok)}
        onChange={(value) => put({ ok: value === 1 })}
        options={[
          { value: 1, label: '正常' },
          { value: 0, label: '异常' },
        ]}
      />
      {one.ok !== false ? null : (
        <>
          <Input
            size="small"
            aria-label={`${one.item}异常说明`}
            placeholder="哪里不正常"
            maxLength={100}
            value={one.remark}
            onChange={(event) => put({ remark: event.target.value })}
          />
          <PictureInput
            label={`${one.item}异常照片`}
            max={maxItemFiles}
            value={one.pictures}
            onChange={(pictures) => put({ pictures })}
          />
        </>
      )}
    </div>
  );
}

const minutesFromNow = (minutes: number) => dayjs(wireTime(Date.now() + minutes * minuteMs));

/** Time, seal, mileage and pictures of a departure, and why it leaves although a check did not pass. */
export function DepartureFields({ waybill, departure }: { waybill: DepartureCheck; departure: Departure }) {
  const { facts, putFacts } = departure;
  return (
    <>
      <WorkFields>
        <WorkField label="实际发车时间">
          <DatePicker
            aria-label="实际发车时间"
            showTime={{ format: 'HH:mm' }}
            format="MM-DD HH:mm"
            placeholder="现在"
            // by the wall clock of the company; earlier ones need 补登发车
            minDate={departure.mayBackdate ? undefined : minutesFromNow(-departWindow.backMin)}
            maxDate={minutesFromNow(departWindow.aheadMin)}
            value={facts.departTime ? dayjs(facts.departTime) : null}
            onChange={(day) => putFacts({ departTime: day ? day.format('YYYY-MM-DD HH:mm:00') : null })}
          />
        </WorkField>
        <TextField
          label="铅封号"
          value={facts.sealNo}
          maxLength={30}
          placeholder={needsSeal(waybill) ? '冷藏、冷冻货物必填' : ''}
          put={(sealNo) => putFacts({ sealNo })}
        />
        <WorkField label="里程表(km)">
          <InputNumber
            aria-label="里程表(km)"
            value={facts.mileageKm}
            min={0}
            max={9_999_999}
            precision={1}
            placeholder="取终端里程"
            onChange={(mileageKm) => putFacts({ mileageKm })}
          />
        </WorkField>
        <TextField label="备注" value={facts.remark} maxLength={200} put={(remark) => putFacts({ remark })} />
        {departure.needsWhy ? (
          <TextField
            wide
            label="带条件放行的原因"
            value={facts.why}
            maxLength={100}
            placeholder="有未通过的检查，放行请说明原因"
            put={(why) => putFacts({ why })}
          />
        ) : null}
      </WorkFields>
      <WorkField label="照片（铅封、货物、温度计）">
        <PictureInput
          label="发车照片"
          max={maxCheckFiles}
          value={departure.pictures}
          onChange={departure.setPictures}
        />
      </WorkField>
    </>
  );
}

/** 装载核对: what was planned and loaded of every order, and what a scanner found once somebody scans. */
export function DepartureLoads({ waybill, scans }: { waybill: DepartureCheck; scans: Scans }) {
  const due = new Map(scanLinesOf(waybill).map((line) => [line.code, line]));
  const begun = Object.keys(scans).length > 0;
  const scanned = (code: string) => {
    const line = due.get(code) ?? { code, due: 0 };
    return { count: countOf(scans, line), due: line.due };
  };
  return (
    <LinesTable
      lines={waybill.legs.toSorted((a, b) => (a.loadSeq ?? 0) - (b.loadSeq ?? 0))}
      keyOf={(leg) => leg.orderCode}
      columns={[
        { key: 'orderCode', label: '订单号', cell: (leg) => leg.orderCode },
        { key: 'receiver', label: placeWord(waybill.legs), cell: (leg) => leg.receiver },
        { key: 'loadSeq', label: '装车顺序', num: true, cell: (leg) => leg.loadSeq ?? '--' },
        { key: 'planPieces', label: '计划件数', num: true, cell: (leg) => formatNumber(leg.planPieces) },
        { key: 'loadPieces', label: '已装件数', num: true, cell: (leg) => formatNumber(loadedPieces(leg)) },
        begun && {
          key: 'scanned',
          label: '扫码',
          num: true,
          cell: ({ orderCode }) => `${formatNumber(scanned(orderCode).count)}/${formatNumber(scanned(orderCode).due)}`,
          tone: ({ orderCode }) => (scanned(orderCode).count === scanned(orderCode).due ? 'good' : 'warn'),
        },
        { key: 'weightKg', label: '重量(kg)', num: true, cell: (leg) => formatNumber(leg.weightKg, 2) },
      ]}
    />
  );
}

const coolerTones = { [coolerStatus.preCooling]: 'amber', [coolerStatus.done]: 'green', [coolerStatus.stopped]: 'red' };

/** 预冷: what the probes measure, and an order to the driver when the box is not cold enough. */
export function CoolingPanel({ waybill, refetch }: { waybill: DepartureCheck; refetch: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <Panel title="预冷">
      <dl className="transport-waybill-cool">
        <dt>状态</dt>
        <dd>
          {waybill.coolerStatus === null ? (
            '未开始'
          ) : (
            <StateDot of={coolerStatus} tones={coolerTones} code={waybill.coolerStatus} />
          )}
        </dd>
        <dt>厢温 / 设定</dt>
        <dd>
          {formatTemp(waybill.boxTemp)} / {formatTemp(waybill.setTemp)} ℃
        </dd>
      </dl>
      <Can do={departureCooler}>
        <Button size="small" onClick={() => setAsking(true)}>
          预冷指令
        </Button>
      </Can>
      {asking ? (
        <CoolerDialog
          waybill={waybill}
          done={() => undefined}
          close={() => {
            setAsking(false);
            refetch();
          }}
        />
      ) : null}
    </Panel>
  );
}
