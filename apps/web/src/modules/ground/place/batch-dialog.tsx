import type { Input } from '@tongda/contract/core/endpoint';
import { placeBatch, placeColours } from '@tongda/contract/ground/place/calls';
import { useStatus } from '@tongda/contract/ground/place/enums';
import { Form, Modal, Select, TreeSelect } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { treeSearch, useTreeOptions } from '../../../kit/form/input/tree-options';
import type { useBatch } from '../../../kit/list/batch-run';
import { loadOrgs } from '../../base/org/door';

interface BatchDialogProps {
  ids: string[];
  nameOf: (id: string) => string;
  run: ReturnType<typeof useBatch>['start'];
  done: () => void;
  close: () => void;
}
type Wish = Omit<Input<typeof placeBatch>, 'ids'>;

/** 批量修改: what is left blank stays as it is. */
export function BatchDialog({ ids, nameOf, run, done, close }: BatchDialogProps) {
  const [wish, setWish] = useState<Wish>({});
  const orgs = useTreeOptions(loadOrgs);
  const put = (more: Wish): void => setWish((old) => ({ ...old, ...more }));
  const chosen = Object.values(wish).some((value) => value !== undefined);
  const start = (): void => {
    close();
    void run({
      title: `批量修改 ${ids.length} 条`,
      ids,
      nameOf,
      done,
      step: (part) => call(placeBatch, { ids: part, ...wish }),
    });
  };
  return (
    <Modal
      open
      title={`批量修改 ${ids.length} 条`}
      width={440}
      okText="开始修改"
      cancelText="取消"
      okButtonProps={{ disabled: !chosen }}
      onOk={start}
      onCancel={close}
    >
      <p className="td-cap">不填的项目保持不变。</p>
      <Form layout="vertical">
        <Form.Item label="颜色">
          <Select
            allowClear
            placeholder="不修改"
            value={wish.color}
            onChange={(color: Wish['color']) => put({ color })}
            options={placeColours.map((colour, i) => ({
              value: colour,
              label: (
                <span className="ground-place-swatch">
                  <i style={{ background: colour }} />
                  颜色{i + 1}
                </span>
              ),
            }))}
          />
        </Form.Item>
        <Form.Item label="标签（替换原有标签）">
          <Select
            mode="tags"
            open={false}
            suffixIcon={null}
            maxCount={5}
            placeholder="不修改"
            value={wish.tags}
            onChange={(tags: string[]) => put({ tags: tags.length > 0 ? tags : undefined })}
          />
        </Form.Item>
        <Form.Item label="所属部门">
          <TreeSelect
            allowClear
            placeholder="不修改"
            treeData={orgs}
            showSearch={treeSearch}
            treeDefaultExpandAll
            value={wish.orgId ?? undefined}
            onChange={(orgId: string | undefined) => put({ orgId })}
          />
        </Form.Item>
        <Form.Item label="状态">
          <Select
            allowClear
            placeholder="不修改"
            value={wish.status}
            onChange={(status: Wish['status']) => put({ status })}
            options={useStatus.options.map(({ code, name }) => ({ value: code, label: name }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
