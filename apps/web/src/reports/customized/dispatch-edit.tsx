import { userOptions } from '@tongda/contract/company/user/calls';
import {
  dispatchReport,
  maxShipmentFiles,
  type ShipmentDetail,
  shipmentAdd,
  shipmentChangeHis,
  shipmentDetail,
  shipmentSave,
} from '@tongda/contract/reports/customized/dispatch';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { href, routes } from '@tongda/contract/shell/routes';
import { transportStatus } from '@tongda/contract/transport/enums';
import { Form } from 'antd';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useAsk } from '../../kit/call/use-ask';
import { OperationLog } from '../../kit/detail/change-history';
import { Panel } from '../../kit/detail/panel';
import { type Picture, PictureInput } from '../../kit/files/pictures';
import { GroupContext, useEditScope } from '../../kit/form/edit-context';
import { EditField, FieldGroup } from '../../kit/form/edit-field';
import { EditPage } from '../../kit/form/edit-page';
import type { Values } from '../../kit/form/edit-schema';
import { DateField, EnumField, NumberField, SelectField, TextAreaField, TextField } from '../../kit/form/input/fields';
import { RemoteField } from '../../kit/form/input/remote-select';
import { useStaleAfter } from '../../kit/live/use-stale-after';
import { minuteText, shortTime } from '../../kit/show/format';
import { searchCustomers, searchDrivers, toFound } from '../../modules/base/reference/door';
import { VehiclePicker } from '../../modules/base/vehicle-picker/door';
import { searchSites } from './places';
import { blankUnloading, type UnloadRow, UnloadsField } from './unloads-field';
import './styles.css';

const stale = [dispatchReport.page, dispatchReport.totalsCall, shipmentDetail, shipmentChangeHis];

/** 新增/编辑发运: `?id=` edits. */
export function DispatchEditPage() {
  const [params] = useSearchParams();
  useStaleAfter(stale);
  return (
    <EditPage<ShipmentDetail, typeof shipmentSave>
      noun="发运"
      id={params.get('id') ?? undefined}
      load={shipmentDetail}
      save={shipmentSave}
      create={shipmentAdd}
      toForm={toForm}
      toInput={toInput}
      back={href(routes.customDispatchList, 'report')}
      head={({ code, status, updateUser, updateTime }) => ({
        code,
        status: transportStatus.label(status),
        meta: `最近修改 ${updateUser} ${shortTime(updateTime)}`,
      })}
      aside={(loaded) =>
        loaded ? (
          <>
            <WayPanel shipment={loaded} />
            <OperationLog of={shipmentChangeHis} id={loaded.id} />
          </>
        ) : (
          <Panel title="保存之后">
            <p className="td-cap">
              车辆驶离装货站点时自动发车，到达、离开卸货站点自动记录，离开最后一个卸货点后自动完成；列表中也可以手动发车和完成。
            </p>
          </Panel>
        )
      }
      body={(loaded) => <Fields loaded={loaded} />}
    />
  );
}

function toForm(s: ShipmentDetail | null): Values {
  if (!s) return { temperatureType: 2, lowerC: 0, upperC: 8, stops: [blankUnloading()], notifyIds: [], fileIds: [] };
  const { code, customerId, vehicleId, driverId, loadPlaceId, planLoadTime, goods, pieces, weightT, volumeM3 } = s;
  const { temperatureType: zone, lowerC, upperC, precoolC, precoolMin, notifyIds, files, remark, stops } = s;
  return {
    ...{ code, customerId, vehicleId, driverId, loadPlaceId, planLoadTime, goods, pieces, weightT, volumeM3 },
    ...{ temperatureType: zone, lowerC, upperC, precoolC, precoolMin, notifyIds, remark, fileIds: files },
    stops: stops.map((stop): UnloadRow => ({ ...blankUnloading(), ...stop })),
  };
}

const toInput = (values: Values, loaded: ShipmentDetail | null): Values => ({
  ...values,
  // the fields hold unloading points and files as their controls have them
  stops: ((values.stops ?? []) as UnloadRow[]).map(({ placeId, planArriveTime, pieces, contact }) => ({
    placeId,
    planArriveTime,
    pieces,
    contact,
  })),
  // as they are in the field of pictures
  fileIds: ((values.fileIds ?? []) as Picture[]).map(({ id }) => id),
  ...(loaded ? { id: loaded.id, version: loaded.version } : {}),
});

/** What the visits of the vehicle have told so far. */
function WayPanel({ shipment }: { shipment: ShipmentDetail }) {
  const { loadPlaceName, loadArriveTime, departTime, stops, finishTime } = shipment;
  const line = (name: string, arrive: string | null, leave: string | null, key: string) => (
    <li key={key}>
      <b>{name}</b>
      <span className="td-cap">
        {arrive ? `${minuteText(arrive)} 到达` : '未到达'}
        {leave ? `　${minuteText(leave)} 离开` : ''}
      </span>
    </li>
  );
  return (
    <Panel title="进度" extra={finishTime ? `${minuteText(finishTime)} 完成` : undefined}>
      <ol className="reports-customized-way">
        {line(loadPlaceName, loadArriveTime, departTime, 'load')}
        {stops.map(({ name, arriveTime, leaveTime }, i) => line(name, arriveTime, leaveTime, `stop${i}`))}
      </ol>
    </Panel>
  );
}

const zoneBounds: Readonly<Record<number, readonly [number | null, number | null]>> = {
  1: [0, 30],
  2: [0, 8],
  3: [null, -18],
  4: [null, null],
};

/** A zone that is chosen fills in its usual bounds. */
function useZoneBounds(): void {
  const { form } = useEditScope();
  const zone: unknown = Form.useWatch('temperatureType', form);
  const known = useRef<unknown>(undefined);
  useEffect(() => {
    const before = known.current;
    known.current = zone;
    if (before === undefined || zone === undefined || before === zone) return;
    const [lowerC, upperC] = zoneBounds[Number(zone)] ?? [null, null];
    form.setFieldsValue({ lowerC, upperC });
  }, [form, zone]);
}

function Fields({ loaded }: { loaded: ShipmentDetail | null }) {
  useZoneBounds();
  const people = useAsk(userOptions, {});
  const known = [...(people.data ?? []), ...(loaded?.notify ?? [])];
  const onRoad = loaded !== null && loaded.status !== 1;
  return (
    <>
      <FieldGroup title="发运单" hint="发运单号在公司内唯一">
        <TextField name="code" label="发运单号" placeholder="字母、数字、-" />
        <RemoteField
          name="customerId"
          label="客户"
          search={searchCustomers}
          known={toFound(loaded?.customerId, loaded?.customerName)}
        />
        <EditField name="vehicleId" label="车辆" verb="选择">
          <VehiclePicker label="车辆" placeholder="请选择车辆" disabled={onRoad} style={{ width: '100%' }} />
        </EditField>
        <RemoteField
          name="driverId"
          label="司机"
          search={searchDrivers}
          known={toFound(loaded?.driverId, loaded?.driverName)}
        />
      </FieldGroup>
      <FieldGroup title="装货" hint="装货前 2 小时至卸货后 2 小时内，车辆不能有其他发运">
        <RemoteField
          name="loadPlaceId"
          label="装货站点"
          search={searchSites}
          known={toFound(loaded?.loadPlaceId, loaded?.loadPlaceName)}
          disabled={onRoad}
          placeholder="搜索站点、区域"
        />
        <DateField name="planLoadTime" label="计划装货" time />
        <TextField name="goods" label="货品" />
        <NumberField name="pieces" label="件数" unit="件" />
        <NumberField name="weightT" label="重量" unit="吨" decimals={2} />
        <NumberField name="volumeM3" label="体积" unit="m³" decimals={2} />
      </FieldGroup>
      <GroupContext.Provider value="卸货点">
        <div className="kit-form-group-grid reports-customized-wide">
          <UnloadsField />
        </div>
      </GroupContext.Provider>
      <FieldGroup title="温度" hint="选择温区时带出常用上下限">
        <EnumField name="temperatureType" label="温区" of={temperatureType} />
        <NumberField name="lowerC" label="温度下限" unit="℃" decimals={1} />
        <NumberField name="upperC" label="温度上限" unit="℃" decimals={1} />
        <NumberField
          name="precoolC"
          label="预冷目标"
          unit="℃"
          decimals={1}
          help="填写后下发预冷任务，最迟装货前 60 分钟开始"
        />
        <NumberField name="precoolMin" label="预冷时长" unit="分钟" help="不填为 30 分钟" />
      </FieldGroup>
      <FieldGroup title="其他">
        <SelectField
          name="notifyIds"
          label="通知人"
          multiple
          span={6}
          placeholder="发车、到达、完成时收到消息"
          options={[...new Map(known.map(({ id, name }) => [id, { code: id, name }])).values()]}
        />
        <TextAreaField name="remark" label="备注" />
        <EditField name="fileIds" label="附件" span={12} show={countFiles} help="支持 JPG、PNG、PDF">
          <PictureInput label="附件" max={maxShipmentFiles} kind="paper" />
        </EditField>
      </FieldGroup>
    </>
  );
}

const countFiles = (value: unknown): string => (Array.isArray(value) && value.length > 0 ? `${value.length}个` : '--');
