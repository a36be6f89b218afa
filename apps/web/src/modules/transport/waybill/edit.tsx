import { allowsAccess } from '@tongda/contract/core/allows';
import { minuteMs } from '@tongda/contract/core/durations';
import type { Endpoint } from '@tongda/contract/core/endpoint';
import { wallMs, wallText } from '@tongda/contract/core/wall-time';
import {
  billOfLadingCalls,
  transportTaskCalls,
  type WaybillCalls,
  waybillStowageCalls,
} from '@tongda/contract/transport/waybill/calls';
import { arrivalCheck } from '@tongda/contract/transport/waybill/dock/arrival';
import { departureCheck, departureUpdate, needsSeal } from '@tongda/contract/transport/waybill/dock/departure';
import { recordPictures } from '@tongda/contract/transport/waybill/road/reload';
import { maxCheckFiles, type WaybillDetail, waybillLabels } from '@tongda/contract/transport/waybill/shapes';
import { lateOverride, stowageRoutes } from '@tongda/contract/transport/waybill/stow/board';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { useAsk } from '../../../kit/call/use-ask';
import { type Picture, PictureInput } from '../../../kit/files/pictures';
import { useEditScope } from '../../../kit/form/edit-context';
import { EditField, FieldGroup } from '../../../kit/form/edit-field';
import { EditPage } from '../../../kit/form/edit-page';
import type { Values } from '../../../kit/form/edit-schema';
import { DateField, NumberField, TextAreaField, TextField } from '../../../kit/form/input/fields';
import { RemoteField } from '../../../kit/form/input/remote-select';
import { labelledBy } from '../../../kit/form/labelled-field';
import { useStaleAfter } from '../../../kit/live/use-stale-after';
import { useSession } from '../../../kit/session/user';
import { none } from '../../../kit/show/format';
import { Empty } from '../../../kit/show/states';
import { searchDrivers, toFound } from '../../base/reference/door';
import { useFieldValue } from '../parts/use-field-value';
import { TransportDot } from './cells';
import { searchRoutes, searchSites } from './choices';
import { CheckPanel } from './dock/check-panel';
import { waybillLinks } from './links';
import { WaybillLog } from './log';
import { StopsField } from './stow/stops/field';
import { sequenceOf, useLoadCheck } from './stow/use-load-check';
import { searchVehicles } from './stow/vehicle-choice';
import { ZoneField } from './stow/zone-field';

const labelledField = labelledBy(waybillLabels);

/** The planned end where somebody chose it; null where the timetable made it. */
function chosenEnd({ stops, planArriveTime }: WaybillDetail): string | null {
  const last = stops.at(-1);
  if (!last?.planArriveTime) return null;
  const usual = wallMs(last.planArriveTime) + (last.serviceMin + 1) * minuteMs;
  return wallMs(planArriveTime) > usual ? planArriveTime : null;
}

const toForm = (waybill: WaybillDetail | null): Values =>
  waybill === null
    ? {}
    : {
        vehicleId: waybill.vehicleId,
        driverId: waybill.driverId,
        coDriverId: waybill.coDriverId,
        fromPlaceId: waybill.fromPlaceId,
        toPlaceId: waybill.toPlaceId,
        routeId: waybill.routeId,
        trailerPlate: waybill.trailerPlate,
        planDepartTime: waybill.planDepartTime,
        planArriveTime: chosenEnd(waybill),
        setTemp: waybill.setTemp,
        zoneTemps: waybill.zoneTemps,
        sealNo: waybill.sealNo,
        orderCodes: sequenceOf(waybill),
        stopPlans: waybill.stopPlans,
        returnPlaceId: waybill.returnPlaceId,
        fileIds: waybill.departFileIds,
        remark: waybill.remark,
      };
const toInput = (values: Values, loaded: WaybillDetail | null): Values => ({
  ...values,
  waybillCode: loaded?.waybillCode,
  version: loaded?.version,
});

interface HeaderEditProps {
  noun: string;
  load: Endpoint<z.ZodType, z.ZodType<WaybillDetail>>;
  save: Endpoint;
  back: (id: string) => string;
  stale: ReadonlyArray<Pick<Endpoint, 'path'>>;
  /** kind of the waybill; the dock's page edits waybills of all kinds */
  kind: 'task' | 'stowage' | 'bill' | 'dock';
}

/** The form of a waybill: vehicle, crew, times and sequence of stops. Its orders are changed on the board. */
function HeaderEdit({ noun, load, save, back, stale, kind }: HeaderEditProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const id = params.get('id');
  useStaleAfter(stale);
  if (!id)
    return (
      <Empty title={`没有指定${noun}`} action={<Button onClick={() => void navigate(back(''))}>返回列表</Button>} />
    );
  return (
    <EditPage
      noun={noun}
      id={id}
      load={load}
      save={save}
      toForm={toForm}
      toInput={toInput}
      back={back(id)}
      head={(waybill) => ({
        code: waybill.waybillCode,
        status: <TransportDot status={waybill.transportStatus} />,
        meta: `${waybill.orderCount} 个订单　${waybill.fromName} → ${waybill.toName}`,
      })}
      aside={(loaded) =>
        loaded ? (
          <>
            <CheckPanel waybill={loaded} />
            <WaybillLog of={loaded} />
          </>
        ) : null
      }
      body={(loaded) => (loaded ? <HeaderFields kind={kind} loaded={loaded} /> : null)}
    />
  );
}

function HeaderFields({ kind, loaded }: { kind: HeaderEditProps['kind']; loaded: WaybillDetail }) {
  const site = (name: 'fromPlaceId' | 'toPlaceId', label?: string) => (
    <RemoteField
      {...labelledField(name)}
      {...(label ? { label } : {})}
      search={searchSites}
      known={
        name === 'fromPlaceId' ? toFound(loaded.fromPlaceId, loaded.fromName) : toFound(loaded.toPlaceId, loaded.toName)
      }
    />
  );
  return (
    <>
      {kind === 'stowage' || kind === 'bill' ? (
        <FieldGroup title="站点与线路" hint="线路带出里程和时长；货物在发站时按站点装车">
          {kind === 'stowage' ? site('fromPlaceId') : null}
          {site('toPlaceId', kind === 'bill' ? '入库站点' : undefined)}
          <RouteField loaded={loaded} />
        </FieldGroup>
      ) : null}
      <FieldGroup
        title={kind === 'dock' ? '司机' : '车辆与司机'}
        hint={kind === 'dock' ? '换司机后重新校验证件' : '换车、换司机后重新校验，原车辆立即释放'}
      >
        {kind === 'dock' ? null : (
          <RemoteField
            {...labelledField('vehicleId')}
            search={searchVehicles}
            known={toFound(loaded.vehicleId, loaded.plateNo)}
          />
        )}
        {kind === 'stowage' ? <TextField {...labelledField('trailerPlate')} placeholder="没有挂车可不填" /> : null}
        <RemoteField
          {...labelledField('driverId')}
          search={searchDrivers}
          known={toFound(loaded.driverId, loaded.driverName)}
        />
        <RemoteField
          {...labelledField('coDriverId')}
          search={searchDrivers}
          known={toFound(loaded.coDriverId, loaded.coDriverName)}
        />
      </FieldGroup>
      <FieldGroup title="计划与温度">
        <DateField {...labelledField('planDepartTime')} time />
        {kind === 'dock' ? null : <DateField {...labelledField('planArriveTime')} time help="留空按里程测算" />}
        {kind === 'task' ? <RouteField loaded={loaded} /> : null}
        {kind === 'task' ? (
          <RemoteField
            {...labelledField('returnPlaceId')}
            search={searchSites}
            known={toFound(loaded.returnPlaceId, loaded.returnName)}
            placeholder="卸完后返回的站点，可不选"
          />
        ) : null}
        <NumberField {...labelledField('setTemp')} unit="℃" decimals={1} />
        <TextField
          {...labelledField('sealNo')}
          help={kind === 'dock' && needsSeal(loaded) ? '冷藏、冷冻货物必填' : undefined}
        />
        {kind === 'dock' ? null : <ZoneField waybill={loaded} />}
      </FieldGroup>
      <FieldGroup title="途经点" hint="装货点在前；同一收货点的订单一起移动；时间窗和停留分钟可改">
        <StopsField waybill={loaded} plans={kind !== 'dock'} />
      </FieldGroup>
      <FieldGroup title={kind === 'dock' ? '照片与备注' : '备注'}>
        {kind === 'dock' ? <DepartPictures waybill={loaded} /> : null}
        <LateField waybill={loaded} />
        <TextAreaField {...labelledField('remark')} rows={3} />
      </FieldGroup>
    </>
  );
}

/** 晚到原因: asked of whoever may let the trip go although it comes later than the company accepts. */
function LateField({ waybill }: { waybill: WaybillDetail }) {
  const { data } = useLoadCheck(waybill);
  const may = useSession((state) => allowsAccess(state, lateOverride));
  return may && data?.onlyLate ? (
    <TextField {...labelledField('lateReason')} placeholder="晚于要求时间，说明原因后可以保存" />
  ) : null;
}

/** 线路: its usual length of time gives the planned end. */
function RouteField({ loaded }: { loaded: WaybillDetail }) {
  const { form } = useEditScope();
  const routeId = useFieldValue<string | null>(form, 'routeId');
  const depart = useFieldValue<string>(form, 'planDepartTime');
  const routes = useAsk(stowageRoutes, undefined, { staleTime: minuteMs });
  const told = useRef(loaded.routeId);
  const minutes = routes.data?.find(({ id }) => id === routeId)?.durationMin ?? 0;
  useEffect(() => {
    if ((routeId ?? null) === told.current || !routes.data) return;
    told.current = routeId ?? null;
    if (minutes > 0 && depart) form.setFieldValue('planArriveTime', wallText(wallMs(depart) + minutes * minuteMs));
  }, [routeId, routes.data, minutes, depart, form]);
  return (
    <RemoteField
      {...labelledField('routeId')}
      search={searchRoutes}
      known={toFound(loaded.routeId, loaded.routeName ?? undefined)}
      placeholder="没有固定线路可不选"
    />
  );
}

/** 照片 of the dock: seal, goods and box before the truck leaves. */
function DepartPictures({ waybill }: { waybill: WaybillDetail }) {
  const show = (value: unknown): string => (Array.isArray(value) ? `${value.length} 张` : none);
  return (
    <EditField name="fileIds" label="照片" span={12} show={show}>
      <PictureIds waybill={waybill} />
    </EditField>
  );
}

/** The form holds ids of pictures; this keeps the pictures to them, those that were loaded and those that were uploaded here. */
function PictureIds(props: { waybill: WaybillDetail; value?: string[]; onChange?: (ids: string[]) => void }) {
  const { waybill, value = [], onChange } = props;
  const [sent, setSent] = useState<Picture[]>([]);
  const { data = [] } = useAsk(recordPictures, { id: waybill.waybillCode }, { when: waybill.departFileIds.length > 0 });
  const all = [...data, ...sent];
  return (
    <PictureInput
      label="照片"
      max={maxCheckFiles}
      value={value.flatMap((id) => all.find((one) => one.id === id) ?? [])}
      onChange={(next) => {
        setSent((old) => [...old, ...next.filter(({ id }) => !old.some((one) => one.id === id))]);
        onChange?.(next.map(({ id }) => id));
      }}
    />
  );
}

const staleOf = (calls: WaybillCalls) => [calls.page, calls.detail, calls.statusCount, arrivalCheck, departureCheck];

/** 编辑运输任务. */
export const TaskEditPage = () => (
  <HeaderEdit
    noun={transportTaskCalls.noun}
    load={transportTaskCalls.detail}
    save={transportTaskCalls.update}
    back={() => waybillLinks.tasks}
    stale={staleOf(transportTaskCalls)}
    kind="task"
  />
);

/** 编辑配载单. */
export const StowageEditPage = () => (
  <HeaderEdit
    noun={waybillStowageCalls.noun}
    load={waybillStowageCalls.detail}
    save={waybillStowageCalls.update}
    back={() => waybillLinks.stowages}
    stale={staleOf(waybillStowageCalls)}
    kind="stowage"
  />
);

/** 编辑提单. */
export const BillEditPage = () => (
  <HeaderEdit
    noun={billOfLadingCalls.noun}
    load={billOfLadingCalls.detail}
    save={billOfLadingCalls.update}
    back={() => waybillLinks.bills}
    stale={staleOf(billOfLadingCalls)}
    kind="bill"
  />
);

/** 编辑发车. */
export const DepartureEditPage = () => (
  <HeaderEdit
    noun="发车"
    load={departureCheck}
    save={departureUpdate}
    back={() => waybillLinks.departures}
    stale={[departureCheck, transportTaskCalls.page, waybillStowageCalls.page]}
    kind="dock"
  />
);
