import { districtShape } from '@tongda/contract/ground/place/find';
import { shapeLimits, type WireShape } from '@tongda/contract/ground/place/shape';
import { Button, InputNumber } from 'antd';
import { Circle, Landmark, Pentagon, Spline, Square } from 'lucide-react';
import { useAct } from '../../../../kit/call/use-act';
import { EditField } from '../../../../kit/form/edit-field';
import { RemoteSelect } from '../../../../kit/form/input/remote-select';
import { type DrawTool, measureShape } from '../../../../map/draw/model';
import { searchDistricts } from '../options';

interface ShapeToolsProps {
  tools: readonly DrawTool[];
  /** administrative areas too */
  districts?: boolean;
  /** one was chosen */
  onDistrict?: (name: string) => void;
  tool: DrawTool | null;
  onTool: (tool: DrawTool | null) => void;
  value?: WireShape | null;
  onChange?: (shape: WireShape | null) => void;
  id?: string;
}

const words: Record<DrawTool, readonly [icon: typeof Circle, name: string]> = {
  circle: [Circle, '圆形'],
  rect: [Square, '矩形'],
  polygon: [Pentagon, '多边形'],
  line: [Spline, '折线'],
};

/** 图形 as a field: which tool draws on the map beside it, exact figures of what was drawn, administrative areas by name. */
export function ShapeField(props: ShapeToolsProps & { label?: string }) {
  const { label = '图形', ...tools } = props;
  return (
    <EditField name="shape" label={label} span={6} verb="选择" show={shapeWords}>
      <ShapeTools {...tools} />
    </EditField>
  );
}

// the field `shape` holds what was drawn
const shapeWords = (value: unknown): string => (value ? measureShape(value as WireShape) : '--');

function ShapeTools({ tools, districts = false, onDistrict, tool, onTool, value, onChange, id }: ShapeToolsProps) {
  const choose = useAct(districtShape, {
    done: ({ name, shape }) => {
      onChange?.(shape);
      onDistrict?.(name);
    },
  });
  return (
    <div className="ground-place-shape" id={id}>
      <div className="ground-place-tools">
        {tools.map((kind) => {
          const [Icon, name] = words[kind];
          return (
            <Button
              key={kind}
              icon={<Icon />}
              type={tool === kind ? 'primary' : 'default'}
              aria-pressed={tool === kind}
              onClick={() => onTool(tool === kind && value ? null : kind)}
            >
              {name}
            </Button>
          );
        })}
      </div>
      {districts ? (
        <RemoteSelect
          prefix={<Landmark className="td-ico td-mute" />}
          search={searchDistricts}
          value={value?.kind === 'district' ? value.adcode : undefined}
          onChange={(adcode) => {
            onTool(null);
            if (adcode) void choose.run({ adcode });
            else onChange?.(null);
          }}
          placeholder="或按名称选行政区，如 天河区"
        />
      ) : null}
      {value ? (
        <Figures value={value} onChange={onChange} />
      ) : (
        <span className="td-cap">选一个工具，在地图上画出范围</span>
      )}
    </div>
  );
}

function Figures({ value, onChange }: { value: WireShape; onChange?: (shape: WireShape) => void }) {
  const { circle, halfWidth } = shapeLimits;
  return (
    <div className="ground-place-figures">
      {value.kind === 'circle' ? (
        <>
          <InputNumber
            aria-label="半径"
            prefix="半径"
            suffix="m"
            controls={false}
            precision={0}
            min={circle.min}
            max={circle.max}
            value={value.radiusM}
            onChange={(radiusM) => radiusM !== null && onChange?.({ ...value, radiusM })}
          />
          <InputNumber
            aria-label="圆心经度"
            controls={false}
            precision={6}
            value={value.lng}
            onChange={(lng) => lng !== null && onChange?.({ ...value, lng })}
          />
          <InputNumber
            aria-label="圆心纬度"
            controls={false}
            precision={6}
            value={value.lat}
            onChange={(lat) => lat !== null && onChange?.({ ...value, lat })}
          />
        </>
      ) : null}
      {value.kind === 'line' ? (
        <InputNumber
          aria-label="缓冲宽度"
          prefix="两侧各"
          suffix="m"
          controls={false}
          precision={0}
          min={halfWidth.min}
          max={halfWidth.max}
          value={value.halfWidthM}
          onChange={(halfWidthM) => halfWidthM !== null && onChange?.({ ...value, halfWidthM })}
        />
      ) : null}
      <span className="td-cap">{measureShape(value)}</span>
    </div>
  );
}
