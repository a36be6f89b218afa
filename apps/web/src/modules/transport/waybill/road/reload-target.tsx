import { DatePicker, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import { byPinyin } from '../../../../kit/form/input/by-pinyin';
import { RemoteSelect } from '../../../../kit/form/input/remote-select';
import { formatNumber, minuteText } from '../../../../kit/show/format';
import { dottedPlate } from '../../../../kit/show/plate/chip';
import { WorkField, WorkFields } from '../../../../kit/work/fields';
import { searchDrivers } from '../../../base/reference/door';
import { ReloadStep } from './reload-step';
import type { ReloadForm } from './use-reloading';

const wire = 'YYYY-MM-DD HH:mm:00';

/** Step 3: the vehicle or the waiting waybill that takes the goods. */
export function ReloadTarget({ form }: { form: ReloadForm }) {
  const { fields } = form;
  return (
    <>
      <ReloadStep no={3} title="换入" note="能装下的车辆排在前面，近的优先" />
      {fields.atSite ? (
        <Segmented
          value={fields.into}
          onChange={(into: 'vehicle' | 'waybill') => form.putFields({ into })}
          options={[
            { value: 'vehicle', label: '其他车辆' },
            { value: 'waybill', label: '该站待发的运单' },
          ]}
        />
      ) : null}
      {fields.into === 'waybill' ? <WaybillField form={form} /> : <VehicleFields form={form} />}
    </>
  );
}

/** A waiting waybill of the site takes the goods along. */
function WaybillField({ form }: { form: ReloadForm }) {
  const { fields } = form;
  return (
    <WorkFields>
      <WorkField wide label="换入运单">
        <Select
          aria-label="换入运单"
          placeholder={form.targets.length > 0 ? '请选择' : '该站没有待发的运单'}
          value={fields.target ?? undefined}
          onChange={(target: string) => form.putFields({ target })}
          options={form.targets.map((one) => ({
            value: one.waybillCode,
            label: `${one.waybillCode}　${one.plateNo} ${one.driverName}　至 ${one.toName}　${one.orderCount} 单　${minuteText(one.planDepartTime)} 发车`,
          }))}
        />
      </WorkField>
    </WorkFields>
  );
}

/** Another vehicle takes the goods: which one, with which driver, and when. */
function VehicleFields({ form }: { form: ReloadForm }) {
  const { fields, judged } = form;
  return (
    <WorkFields>
      <WorkField label="车辆">
        <Select
          aria-label="换入车辆"
          placeholder="请选择车辆"
          showSearch={byPinyin}
          value={fields.vehicleId ?? undefined}
          onChange={(vehicleId: string) => form.putFields({ vehicleId, driver: null })}
          popupMatchSelectWidth={420}
          options={judged.map(({ vehicle, result, away }) => ({
            value: vehicle.vehicleId,
            label: vehicle.plateNo,
            text: `${formatNumber((vehicle.ratedLoadKg ?? 0) / 1000, 1)} t / ${formatNumber(vehicle.boxVolumeM3, 1)} m³${away === null ? '' : `　距 ${away} km`}`,
            why: result.possible ? '' : (result.checks.find(({ level }) => level === 'block')?.msg ?? ''),
          }))}
          optionRender={({ data }) => (
            <span className="transport-waybill-road-reloading-vehicle">
              <b>{dottedPlate(data.label)}</b>
              <span>{data.text}</span>
              <span className="transport-waybill-bad">{data.why}</span>
            </span>
          )}
        />
      </WorkField>
      <WorkField label="司机">
        <RemoteSelect
          label="换入司机"
          search={searchDrivers}
          value={fields.driver?.id ?? form.current?.vehicle.driverId}
          known={
            fields.driver ??
            (form.current?.vehicle.driverId
              ? { id: form.current.vehicle.driverId, name: form.current.vehicle.driverName }
              : null)
          }
          onChange={(id, found) => form.putFields({ driver: id && found ? { id, name: found.name } : null })}
        />
      </WorkField>
      <WorkField label="计划发车">
        <DatePicker
          aria-label="换入计划发车"
          showTime={{ format: 'HH:mm', minuteStep: 5 }}
          format="MM-DD HH:mm"
          allowClear={false}
          value={dayjs(fields.departTime)}
          onChange={(day) => day && form.putFields({ departTime: day.format(wire) })}
        />
      </WorkField>
    </WorkFields>
  );
}
