import { reloadReason } from '@tongda/contract/transport/waybill/enums';
import { maxReloadFiles, type ReloadCheck } from '@tongda/contract/transport/waybill/road/reload';
import { Checkbox, DatePicker, Input, InputNumber, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import { PictureInput } from '../../../../kit/files/pictures';
import { RemoteSelect } from '../../../../kit/form/input/remote-select';
import { num, shortTime } from '../../../../kit/show/format';
import { dotted } from '../../../../kit/show/plate-chip';
import { TempClasses } from '../../../../kit/show/temp-class';
import { searchDrivers } from '../../../base/reference/door';
import { ScanBox } from '../../parts/scan-box';
import type { ReloadForm } from './use-reloading';
import '../../parts/table.css';

const wire = 'YYYY-MM-DD HH:mm:00';
const Step = ({ no, title, note }: { no: number; title: string; note?: string }) => (
  <h2 className="transport-waybill-section transport-waybill-road-reloading-step">
    <span className="transport-waybill-no">{no}</span>
    {title}
    {note ? <span className="td-cap">{note}</span> : null}
  </h2>
);

/** 1: why, where and when. */
export function ReloadWhy({ form, waybill }: { form: ReloadForm; waybill: ReloadCheck }) {
  const { fields } = form;
  const { live } = waybill;
  return (
    <>
      <Step no={1} title="原因与地点" />
      <div className="transport-waybill-form">
        <div className="transport-waybill-field">
          换装原因
          <Select
            aria-label="换装原因"
            placeholder="请选择"
            value={fields.reason ?? undefined}
            onChange={form.setReason}
            options={reloadReason.options.map(({ code, name }) => ({ value: code, label: name }))}
          />
        </div>
        <div className="transport-waybill-field">
          换装时间
          <DatePicker
            aria-label="换装时间"
            showTime={{ format: 'HH:mm' }}
            format="MM-DD HH:mm"
            allowClear={false}
            value={dayjs(fields.reloadTime)}
            onChange={(day) => day && form.setReloadTime(day.format(wire))}
          />
        </div>
        <div className="transport-waybill-field">
          换装地点
          <span className="transport-waybill-road-reloading-place">
            <Segmented
              value={fields.atSite ? 1 : 0}
              onChange={(value) => form.setAtSite(value === 1)}
              options={[
                { value: 0, label: '途中' },
                { value: 1, label: '站点' },
              ]}
            />
            {fields.atSite ? (
              <Select
                aria-label="换装站点"
                placeholder="请选择站点"
                showSearch={{ optionFilterProp: 'label' }}
                value={fields.placeId ?? undefined}
                onChange={form.setPlaceId}
                options={form.sites.map(({ placeId, name }) => ({ value: placeId, label: name }))}
              />
            ) : (
              <Input
                aria-label="换装地点"
                placeholder="如 G42 沪宁高速阳澄湖服务区"
                maxLength={50}
                value={fields.placeName}
                onChange={(event) => form.setPlaceName(event.target.value)}
              />
            )}
          </span>
        </div>
        <div className="transport-waybill-field">
          说明
          <Input
            aria-label="说明"
            maxLength={200}
            value={fields.remark}
            onChange={(event) => form.setRemark(event.target.value)}
          />
        </div>
      </div>
      {fields.atSite ? null : (
        <span className="td-cap">
          {live
            ? `坐标取车辆当前位置 ${live.lng.toFixed(5)}, ${live.lat.toFixed(5)}（${shortTime(live.time)}）`
            : '车辆没有当前位置，只记录地点名称'}
        </span>
      )}
    </>
  );
}

const difference = (loaded: number, pieces: number): string =>
  pieces === loaded
    ? ''
    : pieces < loaded
      ? `短少${loaded - pieces}件，将生成异常`
      : `多出${pieces - loaded}件，将生成异常`;

/** 2: what changes vehicles, counted piece by piece. */
export function ReloadGoods({ form }: { form: ReloadForm }) {
  const { movable, unloaded, lines, put, chosen } = form;
  const staying = movable.length - chosen.length;
  return (
    <>
      <Step
        no={2}
        title="换装货物"
        note={staying > 0 ? `${staying} 个订单留在原车，原运单继续运输` : '全部换出，原运单以“换装”完成'}
      />
      <ScanBox lines={form.scanLines} scans={form.scans} noun="此运单可换装的订单里" onScan={form.onScan} />
      <table className="transport-parts-table">
        <thead>
          <tr>
            <th>
              <Checkbox
                aria-label="全选订单"
                checked={chosen.length === movable.length && movable.length > 0}
                indeterminate={chosen.length > 0 && chosen.length < movable.length}
                onChange={(event) => form.putAll(event.target.checked)}
              />
            </th>
            <th>订单号</th>
            <th>收货点</th>
            <th>温层</th>
            <th className="num">车上件数</th>
            <th className="num">换装件数</th>
            <th className="num">货温 ℃</th>
            <th>差异</th>
          </tr>
        </thead>
        <tbody>
          {movable.map((leg) => {
            const line = lines[leg.orderCode];
            if (!line) return null;
            return (
              <tr key={leg.orderCode}>
                <td>
                  <Checkbox
                    aria-label={`换装 ${leg.orderCode}`}
                    checked={line.chosen}
                    onChange={(event) => put(leg.orderCode, { chosen: event.target.checked })}
                  />
                </td>
                <td>{leg.orderCode}</td>
                <td>{leg.receiver}</td>
                <td>
                  <TempClasses codes={[leg.temperatureType]} />
                </td>
                <td className="num">{num(leg.loadPieces)}</td>
                <td className="num">
                  <InputNumber
                    aria-label={`${leg.orderCode}换装件数`}
                    value={line.pieces}
                    min={1}
                    max={999_999}
                    precision={0}
                    controls={false}
                    disabled={!line.chosen}
                    onChange={(n) => put(leg.orderCode, { pieces: n ?? 1 })}
                  />
                </td>
                <td className="num">
                  <InputNumber
                    aria-label={`${leg.orderCode}货温`}
                    value={line.productTemp}
                    min={-60}
                    max={60}
                    precision={1}
                    controls={false}
                    disabled={!line.chosen}
                    placeholder={form.cold(leg) ? '必填' : undefined}
                    onChange={(n) => put(leg.orderCode, { productTemp: n })}
                  />
                </td>
                <td className="transport-waybill-warn">{line.chosen ? difference(leg.loadPieces, line.pieces) : ''}</td>
              </tr>
            );
          })}
          {movable.length === 0 ? (
            <tr>
              <td colSpan={8} className="td-cap">
                车上没有可以换装的订单：已到站核对或签收的订单不再换装。
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
      {unloaded.length > 0 ? (
        <Checkbox
          className="transport-waybill-road-reloading-rest"
          checked={form.fields.releaseRest}
          onChange={(event) => form.setReleaseRest(event.target.checked)}
        >
          全部换出时，还没有装车的 {unloaded.length} 个订单退回拆分池
        </Checkbox>
      ) : null}
      <div className="transport-waybill-field transport-waybill-road-reloading-photos">
        换装照片（货物、铅封、厢温）
        <PictureInput label="换装照片" max={maxReloadFiles} value={form.files} onChange={form.setFiles} />
      </div>
    </>
  );
}

/** 3: who takes them on. */
export function ReloadTarget({ form }: { form: ReloadForm }) {
  const { fields, judged } = form;
  return (
    <>
      <Step no={3} title="换入" note="能装下的车辆排在前面，近的优先" />
      {fields.atSite ? (
        <Segmented
          value={fields.into}
          onChange={form.setInto}
          options={[
            { value: 'vehicle', label: '其他车辆' },
            { value: 'waybill', label: '该站待发的运单' },
          ]}
        />
      ) : null}
      {fields.into === 'waybill' ? (
        <div className="transport-waybill-form">
          <div className="transport-waybill-field transport-waybill-wide">
            换入运单
            <Select
              aria-label="换入运单"
              placeholder={form.targets.length > 0 ? '请选择' : '该站没有待发的运单'}
              value={fields.target ?? undefined}
              onChange={form.setTarget}
              options={form.targets.map((one) => ({
                value: one.waybillCode,
                label: `${one.waybillCode}　${one.plateNo} ${one.driverName}　至 ${one.toName}　${one.orderCount} 单　${shortTime(one.planDepartTime).slice(0, 11)} 发车`,
              }))}
            />
          </div>
        </div>
      ) : (
        <div className="transport-waybill-form">
          <div className="transport-waybill-field">
            车辆
            <Select
              aria-label="换入车辆"
              placeholder="请选择车辆"
              showSearch={{ optionFilterProp: 'label' }}
              value={fields.vehicleId ?? undefined}
              onChange={(id: string) => {
                form.setVehicleId(id);
                form.setDriver(null);
              }}
              popupMatchSelectWidth={420}
              options={judged.map(({ vehicle, result, away }) => ({
                value: vehicle.vehicleId,
                label: vehicle.plateNo,
                text: `${num((vehicle.ratedLoadKg ?? 0) / 1000, 1)} t / ${num(vehicle.boxVolumeM3, 1)} m³${away === null ? '' : `　距 ${away} km`}`,
                why: result.possible ? '' : (result.checks.find(({ level }) => level === 'block')?.msg ?? ''),
              }))}
              optionRender={({ data }) => (
                <span className="transport-waybill-road-reloading-vehicle">
                  <b>{dotted(data.label)}</b>
                  <span>{data.text}</span>
                  <span className="transport-waybill-bad">{data.why}</span>
                </span>
              )}
            />
          </div>
          <div className="transport-waybill-field">
            司机
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
              onChange={(id, found) => form.setDriver(id && found ? { id, name: found.name } : null)}
            />
          </div>
          <div className="transport-waybill-field">
            计划发车
            <DatePicker
              aria-label="换入计划发车"
              showTime={{ format: 'HH:mm', minuteStep: 5 }}
              format="MM-DD HH:mm"
              allowClear={false}
              value={dayjs(fields.departTime)}
              onChange={(day) => day && form.setDepartTime(day.format(wire))}
            />
          </div>
        </div>
      )}
    </>
  );
}
