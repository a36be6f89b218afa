import { reloadReason } from '@tongda/contract/transport/waybill/enums';
import type { ReloadCheck } from '@tongda/contract/transport/waybill/road/reload';
import { DatePicker, Input, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import { byPinyin } from '../../../../kit/form/input/by-pinyin';
import { shortTime } from '../../../../kit/show/format';
import { spotText } from '../../../../kit/show/spot';
import { TextField, WorkField, WorkFields } from '../../../../kit/work/fields';
import { ReloadStep } from './reload-step';
import type { ReloadForm } from './use-reloading';

const wire = 'YYYY-MM-DD HH:mm:00';

/** Step 1: reason, place and time of the change of vehicles. */
export function ReloadWhy({ form, waybill }: { form: ReloadForm; waybill: ReloadCheck }) {
  const { fields } = form;
  const { live } = waybill;
  return (
    <>
      <ReloadStep no={1} title="原因与地点" />
      <WorkFields>
        <WorkField label="换装原因">
          <Select
            aria-label="换装原因"
            placeholder="请选择"
            value={fields.reason ?? undefined}
            onChange={(reason) => form.putFields({ reason })}
            options={reloadReason.options.map(({ code, name }) => ({ value: code, label: name }))}
          />
        </WorkField>
        <WorkField label="换装时间">
          <DatePicker
            aria-label="换装时间"
            showTime={{ format: 'HH:mm' }}
            format="MM-DD HH:mm"
            allowClear={false}
            value={dayjs(fields.reloadTime)}
            onChange={(day) => day && form.putFields({ reloadTime: day.format(wire) })}
          />
        </WorkField>
        <WorkField label="换装地点">
          <span className="transport-waybill-road-reloading-place">
            <Segmented
              value={fields.atSite ? 1 : 0}
              onChange={(value) => form.putFields(value === 1 ? { atSite: true } : { atSite: false, into: 'vehicle' })}
              options={[
                { value: 0, label: '途中' },
                { value: 1, label: '站点' },
              ]}
            />
            {fields.atSite ? (
              <Select
                aria-label="换装站点"
                placeholder="请选择站点"
                showSearch={byPinyin}
                value={fields.placeId ?? undefined}
                onChange={(placeId: string) => form.putFields({ placeId, target: null })}
                options={form.sites.map(({ placeId, name }) => ({ value: placeId, label: name }))}
              />
            ) : (
              <Input
                aria-label="换装地点"
                placeholder="如 G42 沪宁高速阳澄湖服务区"
                maxLength={50}
                value={fields.placeName}
                onChange={(event) => form.putFields({ placeName: event.target.value })}
              />
            )}
          </span>
        </WorkField>
        <TextField label="说明" value={fields.remark} maxLength={200} put={(remark) => form.putFields({ remark })} />
      </WorkFields>
      {fields.atSite ? null : (
        <span className="td-cap">
          {live
            ? `坐标取车辆当前位置 ${spotText(live.lng, live.lat)}（${shortTime(live.time)}）`
            : '车辆没有当前位置，只记录地点名称'}
        </span>
      )}
    </>
  );
}
