import { Modal } from 'antd';
import { Fragment } from 'react';
import './dialogs.css';

type Line = readonly [keys: readonly string[], does: string];
/** What the keyboard does where: every key that is heard by more than a single field. */
const groups: ReadonlyArray<readonly [where: string, lines: readonly Line[]]> = [
  [
    '任何页面',
    [
      [['Ctrl K'], '查找车辆、司机、站点、单号、菜单'],
      [['Tab', 'Shift Tab'], '到下一处、上一处'],
      [['Esc'], '关闭面板或对话框，回到打开它的地方'],
    ],
  ],
  [
    '查找',
    [
      [['↑', '↓'], '选择，Enter 打开'],
      [['Ctrl Enter'], '打开所选车辆的今日轨迹'],
      [['Tab'], '换组'],
    ],
  ],
  [
    '位置信息',
    [
      [['↑', '↓'], '在车辆列表中移动，Enter 打开车辆卡片'],
      [['Enter'], '在搜索框中：打开第一辆'],
    ],
  ],
  [
    '报警',
    [
      [['Ctrl Enter'], '提交处理'],
      [['Alt 1…4'], '填入常用语'],
      [['J', 'K'], '报警记录的详情中：下一条、上一条'],
      [['H'], '报警记录的详情中：处理'],
    ],
  ],
  [
    '在地图上绘制',
    [
      [['Enter'], '完成'],
      [['Backspace', 'Ctrl Z'], '退一步'],
      [['Ctrl Y'], '重做'],
      [['Delete'], '删除选中的顶点'],
      [['Esc'], '放弃'],
    ],
  ],
];

/** 键盘快捷键: asked for in the menu of the user. */
export function KeysDialog({ close }: { close: () => void }) {
  return (
    <Modal open title="键盘快捷键" width={460} footer={null} onCancel={close}>
      <div className="shell-dialog-keys">
        {groups.map(([where, lines]) => (
          <section key={where} aria-label={where}>
            <h3>{where}</h3>
            <dl>
              {lines.map(([keys, does]) => (
                <Fragment key={does}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
