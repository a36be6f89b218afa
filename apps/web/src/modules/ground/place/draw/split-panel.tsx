import { placeSplit } from '@tongda/contract/ground/place/areas';
import type { PlaceDetail } from '@tongda/contract/ground/place/calls';
import type { WireShape } from '@tongda/contract/ground/place/shape';
import { Button, Form, Input } from 'antd';
import { Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../kit/call/api';
import { ApiError } from '../../../../kit/call/api-error';
import { reportError, toast } from '../../../../kit/dialog/notify';

interface SplitPanelProps {
  place: Pick<PlaceDetail, 'id' | 'version' | 'name'>;
  /** the line that was drawn through the area */
  line: WireShape | null;
  draw: () => void;
  done: () => void;
  close: () => void;
}

type Field = 'line' | 'name' | 'newName';

/** Right panel: 拆分, a line through an area and the names of the two that it leaves. */
export function SplitPanel({ place, line, draw, done, close }: SplitPanelProps) {
  const [names, setNames] = useState({ name: place.name, newName: `${place.name}-2`.slice(0, 30) });
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({});
  const [busy, setBusy] = useState(false);
  const points = line?.kind === 'line' ? line.points : [];
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(placeSplit, { id: place.id, version: place.version, line: points, ...names });
      toast('success', `“${place.name}”已拆分为“${names.name}”和“${names.newName}”`);
      done();
    } catch (error) {
      if (error instanceof ApiError && error.errors.length > 0)
        setFaults(Object.fromEntries(error.errors.map(({ field, msg }) => [field, msg])));
      else reportError(error);
    } finally {
      setBusy(false);
    }
  };
  const nameItem = (field: 'name' | 'newName', label: string) => (
    <Form.Item
      label={label}
      required
      validateStatus={faults[field] ? 'error' : undefined}
      help={faults[field] ? <span role="alert">{faults[field]}</span> : undefined}
    >
      <Input
        aria-label={label}
        value={names[field]}
        maxLength={30}
        onChange={({ target }) => {
          setNames({ ...names, [field]: target.value });
          setFaults({});
        }}
      />
    </Form.Item>
  );
  return (
    <section className="plc-card" aria-label={`拆分 ${place.name}`}>
      <header>
        <h2>拆分 {place.name}</h2>
        <Button type="text" icon={<X />} aria-label="关闭" onClick={close} />
      </header>
      <div className="body plc-split">
        <p className="td-cap">在地图上画一条分割线：从边界外画起，穿过区域，到另一侧边界外双击结束。</p>
        {faults.line ? (
          <p role="alert" className="plc-fault">
            {faults.line}
          </p>
        ) : null}
        <Button
          icon={<Pencil />}
          onClick={() => {
            setFaults({});
            draw();
          }}
        >
          {points.length > 0 ? '重画分割线' : '画分割线'}
        </Button>
        <Form layout="vertical">
          {nameItem('name', '较大部分的名称')}
          {nameItem('newName', '较小部分的名称')}
        </Form>
      </div>
      <footer>
        <Button
          type="primary"
          loading={busy}
          disabled={points.length < 2 || names.name.trim() === '' || names.newName.trim() === ''}
          onClick={() => void save()}
        >
          拆分
        </Button>
        <Button onClick={close}>取消</Button>
      </footer>
    </section>
  );
}
