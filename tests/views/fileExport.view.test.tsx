import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type EventFrom, fromPromise } from 'xstate';
import { provideScreens } from '../../src/compose/screens.ts';
import { fileExportModel } from '../../src/machines/fileExport/fileExport.model.ts';
import { fileExportMachine } from '../../src/machines/fileExport/fileExport.ts';
import { DataDownload } from '../../src/views/account/DataDownload.tsx';
import { ActExport, EstimateExport } from '../../src/views/export/FileExport.tsx';
import { Hosts } from '../../src/views/shell/Hosts.tsx';
import { show, stageFor } from './stage.tsx';
import { type Running, testView } from './viewWalk.ts';

type Machine = typeof fileExportMachine;

afterEach(cleanup);

/** Why the last file could not be made. The message stays. */
let said: string[] = [];

async function chooseBc3(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Export for another program' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'With prices (.bc3)' }));
}

function does(event: EventFrom<Machine>, running: Running<Machine>): void | Promise<void> {
  switch (event.type) {
    case 'export.requested':
      return event.format === 'xlsx' ? void fireEvent.click(screen.getByRole('button', { name: 'Export to Excel' })) : chooseBc3();
    case 'export.cancelled':
      return void fireEvent.click(screen.getByRole('button', { name: 'Cancel the export' }));
    case 'export.progressed':
      return act(async () => running.send(event));
  }
}

testView<Machine>({
  model: fileExportModel,
  start: 'on a screen',
  promises: ['makeFile'],
  async show(ready) {
    said = [];
    const stage = await stageFor('Ann', '/project/1/5');
    const machine = ready(fileExportMachine);
    const exports = Promise.resolve({ estimate: () => machine, act: () => machine, certificate: () => machine, contract: () => machine });
    await show(
      stage,
      <>
        <EstimateExport versionId={5} />
        <Hosts />
      </>,
      { ...provideScreens(stage.actum), exports: () => exports },
    );
  },
  act: does,
  answers: (calls) => ({
    async reject(name, error) {
      said = ['The server cannot be reached. Check the connection and try againDismiss'];
      await act(async () => calls.reject(name, error));
    },
  }),
  seen: () => ({
    buttons: screen
      .queryAllByRole('button')
      .flatMap((button) => (button.closest('[role=alert]') ? [] : [button.textContent || button.ariaLabel])),
    making: screen.queryAllByRole<HTMLProgressElement>('progressbar').map(({ ariaLabel, value }) => [ariaLabel, value]),
    said: screen.queryAllByRole('alert').map(({ textContent }) => textContent),
  }),
  due: (snapshot) => {
    const percent = Math.round(snapshot.context.fraction * 100);
    const isMaking = snapshot.matches('making');
    return {
      buttons: isMaking ? ['Cancel the export'] : ['Export to Excel', 'Export for another program'],
      making: isMaking ? [[`Writing the file, ${percent} %`, percent / 100]] : [],
      said,
    };
  },
});

test('the focus stays on the button, which cancels while the export is under way', async () => {
  const stage = await stageFor('Ann', '/project/1/5');
  const never = fileExportMachine.provide({ actors: { makeFile: fromPromise(() => new Promise<void>(() => undefined)) } });
  const exports = Promise.resolve({ estimate: () => never, act: () => never, certificate: () => never, contract: () => never });
  await show(
    stage,
    <>
      <EstimateExport versionId={5} />
      <DataDownload machine={never} label="Download" />
    </>,
    { ...provideScreens(stage.actum), exports: () => exports },
  );
  const told = () => document.activeElement?.ariaLabel ?? document.activeElement?.textContent;
  for (const [begins, cancels] of [
    ['Export to Excel', 'Cancel the export'],
    ['Download', 'Cancel'],
  ] as const) {
    act(() => screen.getByRole('button', { name: begins }).focus());
    fireEvent.click(screen.getByRole('button', { name: begins }));
    expect(told()).toBe(cancels);
    fireEvent.click(screen.getByRole('button', { name: cancels }));
    expect(told()).toBe(begins);
  }
});

test('an act is exported only as a workbook', async () => {
  const stage = await stageFor('Ann', '/act/7');
  const exports = Promise.resolve({
    estimate: () => fileExportMachine,
    act: () => fileExportMachine,
    certificate: () => fileExportMachine,
    contract: () => fileExportMachine,
  });
  await show(stage, <ActExport actId={7} statusName="Draft" />, {
    ...provideScreens(stage.actum),
    exports: () => exports,
  });
  expect(screen.getAllByRole('button').map(({ textContent, ariaLabel }) => textContent || ariaLabel)).toEqual(['Export to Excel']);
});
