/** What is asked of terminals, for each terminal one thing after another. */
export class Turns {
  /** The newest work for each device that has not finished. */
  private readonly turns = new Map<string, Promise<void>>();

  /** Runs work that asks a terminal for something when what was asked of it before is done. `work` must not reject. */
  take = (deviceId: string, work: () => Promise<void>): void => {
    const turn = (this.turns.get(deviceId) ?? Promise.resolve()).then(work);
    this.turns.set(deviceId, turn);
    void turn.finally(() => {
      if (this.turns.get(deviceId) === turn) this.turns.delete(deviceId);
    });
  };
}
