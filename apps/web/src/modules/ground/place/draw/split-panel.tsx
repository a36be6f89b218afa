import { placeSplit } from '@tongda/contract/ground/place/areas';
import { type PlaceDetail, placeDetail } from '@tongda/contract/ground/place/calls';
import type { WireShape } from '@tongda/contract/ground/place/shape';
import { Alert, Button, Form, Input } from 'antd';
import { Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { newestOf, useAct } from '../../../../kit/call/use-act';
import { ActBar, ActScope, AtField } from '../../../../kit/dialog/act-bar';

interface SplitPanelProps {
  place: Pick<PlaceDetail, 'id' | 'version' | 'name' | 'usedBy' | 'staysWhole' | 'countsEach'>;
  /** the line that was drawn through the area */
  line: WireShape | null;
  draw: () => void;
  done: () => void;
  close: () => void;
}

/** Right panel: 拆分, a line through an area and the names of the two that it leaves. */
export function SplitPanel({ place, line, draw, done, close }: SplitPanelProps) {
  const [names, setNames] = useState({ name: place.name, newName: `${place.name}-2`.slice(0, 30) });
  const points = line?.kind === 'line' ? line.points : [];
  const save = useAct(placeSplit, {
    told: `“${place.name}”已拆分为“${names.name}”和“${names.newName}”`,
    fresh: newestOf(placeDetail, { id: place.id }),
    done,
  });
  const nameItem = (field: 'name' | 'newName', label: string) => (
    <AtField name={field} label={label}>
      <Input
        aria-label={label}
        value={names[field]}
        maxLength={30}
        onChange={({ target }) => {
          setNames({ ...names, [field]: target.value });
          save.clear();
        }}
      />
    </AtField>
  );
  return (
    <section className="ground-place-card" aria-label={`拆分 ${place.name}`}>
      <header>
        <h2>拆分 {place.name}</h2>
        <Button type="text" icon={<X />} aria-label="关闭" onClick={close} />
      </header>
      <div className="body ground-place-split">
        <ActScope of={save}>
          <ActBar of={save} />
          <p className="td-cap">在地图上画一条分割线：从边界外画起，穿过区域，到另一侧边界外双击结束。</p>
          <AtField name="line">
            <Button
              icon={<Pencil />}
              onClick={() => {
                save.clear();
                draw();
              }}
            >
              {points.length > 0 ? '重画分割线' : '画分割线'}
            </Button>
          </AtField>
          <Form layout="vertical">
            {nameItem('name', '较大部分的名称')}
            {nameItem('newName', '较小部分的名称')}
          </Form>
          <Followers {...place} />
        </ActScope>
      </div>
      <footer>
        <Button
          type="primary"
          loading={save.busy}
          disabled={points.length < 2 || names.name.trim() === '' || names.newName.trim() === ''}
          onClick={() => void save.run({ id: place.id, version: place.version, line: points, ...names })}
        >
          拆分
        </Button>
        <Button onClick={close}>取消</Button>
      </footer>
    </section>
  );
}

/** What becomes of all that names the area, before it is split. */
function Followers({ usedBy, staysWhole, countsEach }: Omit<SplitPanelProps['place'], 'id' | 'version' | 'name'>) {
  const both = usedBy.filter((name) => !staysWhole.includes(name));
  return (
    <div className="td-stack">
      <p className="td-cap">
        {both.length > 0 ? `${both.join('、')}对两部分同样有效；` : ''}
        授权、通行证和行程设置也同样适用于较小部分。已有的进出记录留在较大部分。
      </p>
      {countsEach.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={`${countsEach.join('、')}对每个区域分别判断：拆分后，从一部分驶入另一部分也算离开和进入，停留、超速分别计时`}
        />
      ) : null}
      {staysWhole.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={`${staysWhole.join('、')}只指较大部分：须由较小部分承接的，请拆分后自行修改`}
        />
      ) : null}
    </div>
  );
}
