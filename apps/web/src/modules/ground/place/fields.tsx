import { type TimeWindow, windowWords } from '@tongda/contract/core/field/time-window';
import { placeColours, placeIcons, typesOf } from '@tongda/contract/ground/place/calls';
import { placeType, placeVisible } from '@tongda/contract/ground/place/enums';
import type { WireShape } from '@tongda/contract/ground/place/shape';
import { pathLengthM } from '@tongda/geo/distance';
import { Form, type FormInstance, Select } from 'antd';
import { useEffect } from 'react';
import { EditField } from '../../../kit/form/edit-field';
import type { Values } from '../../../kit/form/edit-schema';
import {
  EnumField,
  NumberField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  TreeField,
} from '../../../kit/form/input/fields';
import { TimeWindows } from '../../../kit/form/input/time-windows';
import type { DrawTool } from '../../../map/draw/model';
import { loadOrgs } from '../../base/org/door';
import { SegmentsField } from './draw/segments-field';
import { ShapeField } from './draw/shape-field';
import { type Kind, toolsOf } from './form';

interface PlaceFieldsProps {
  form: FormInstance<Values>;
  kind: Kind;
  tool: DrawTool | null;
  onTool: (tool: DrawTool | null) => void;
  /** what the map shows of the form */
  onDraft: (draft: { shape: WireShape | null; color: string }) => void;
}

/** The fields of a region, a site or an electronic line, beside the map that it is drawn on. */
export function PlaceFields({ form, kind, tool, onTool, onDraft }: PlaceFieldsProps) {
  // the field `shape` holds what was drawn
  const shape = (Form.useWatch('shape', form) ?? null) as WireShape | null;
  const color = String(Form.useWatch('color', form) ?? placeColours[0]);
  const visible: unknown = Form.useWatch('visible', form);
  useEffect(() => onDraft({ shape, color }), [onDraft, shape, color]);
  const isLine = kind === 'line';
  const limits = Form.useWatch('placeType', form) === placeType.truckLimit;
  return (
    <>
      <ShapeField
        label={isLine ? '线路走向' : '图形'}
        tools={toolsOf[kind]}
        districts={kind === 'region'}
        onDistrict={(name) => {
          if (!form.getFieldValue('name')) form.setFieldValue('name', name.slice(-30));
        }}
        tool={tool}
        onTool={onTool}
      />
      <TextField name="name" label="名称" span={6} />
      {isLine ? null : <SelectField name="placeType" label="类型" options={typesOf(kind)} />}
      {limits ? <NumberField name="limitOverT" label="限行总质量超过" unit="t" /> : null}
      {isLine ? null : (
        <EditField
          name="hours"
          label={limits ? '限行时段' : '时段'}
          span={12}
          help={
            limits
              ? '没有时段表示全天限行；没有总质量表示所有货车。配载时对该时段到达区内的车辆提醒'
              : '营业、收货的时间；不填表示全天'
          }
          // the field `hours`
          show={(value) => windowWords((value ?? []) as TimeWindow[]) || '全天'}
        >
          <TimeWindows />
        </EditField>
      )}
      <TextField name="code" label="编码" placeholder="字母、数字、-" />
      <EditField name="color" label="颜色" verb="选择">
        <ColourChoice />
      </EditField>
      {isLine ? null : (
        <EditField name="icon" label="图标" span={6} verb="选择" show={(value) => (value ? String(value) : '无')}>
          <IconChoice colour={color} />
        </EditField>
      )}
      <NumberField name="speedLimitKmh" label="限速" unit="km/h" help="0或不填为不限速" />
      {isLine ? (
        <>
          <SwitchField name="twoWay" label="双向" words={['单向', '双向']} />
          <SegmentsField lengthM={shape?.kind === 'line' ? pathLengthM(shape.points) : 0} />
        </>
      ) : (
        <>
          <NumberField name="bufferM" label="缓冲" unit="m" />
          <NumberField name="stayMin" label="最短停留" unit="分钟" />
          <TextField name="address" label="地址" span={6} />
          <TextField name="contact" label="联系人" />
          <TextField name="phone" label="联系电话" />
        </>
      )}
      <EnumField name="visible" label="可见范围" of={placeVisible} />
      <TreeField name="orgId" label={visible === placeVisible.org ? '所属部门（必选）' : '所属部门'} load={loadOrgs} />
      <EditField name="tags" label="标签" span={6}>
        <Select
          mode="tags"
          maxCount={5}
          tokenSeparators={[',', '，', '、', ' ']}
          placeholder="最多5个，回车添加"
          open={false}
          suffixIcon={null}
        />
      </EditField>
      <TextAreaField name="remark" label="备注" />
    </>
  );
}

/** A character for the mark on the map, or none. */
function IconChoice(props: { colour: string; value?: string; onChange?: (icon: string) => void; id?: string }) {
  const { colour, value = '', onChange, id } = props;
  return (
    <div className="ground-place-icons" role="radiogroup" aria-label="图标" id={id}>
      {placeIcons.map((icon) => (
        <label key={icon} style={value === icon ? { background: icon ? colour : undefined } : undefined}>
          <input
            type="radio"
            name="place-icon"
            checked={value === icon}
            aria-label={icon || '无图标'}
            onChange={() => onChange?.(icon)}
          />
          {icon || '无'}
        </label>
      ))}
    </div>
  );
}

/** Eight colours that stand out on both maps. */
function ColourChoice({ value, onChange, id }: { value?: string; onChange?: (colour: string) => void; id?: string }) {
  return (
    <div className="ground-place-colours" role="radiogroup" aria-label="颜色" id={id}>
      {placeColours.map((colour, i) => (
        <input
          key={colour}
          type="radio"
          name="place-colour"
          aria-label={`颜色${i + 1}`}
          checked={value === colour}
          style={{ background: colour }}
          onChange={() => onChange?.(colour)}
        />
      ))}
    </div>
  );
}
