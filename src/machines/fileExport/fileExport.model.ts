import { Unanswered } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import { fileExportMachine } from './fileExport.ts';

export const fileExportModel: Model<typeof fileExportMachine> = {
  machine: fileExportMachine,
  starts: () => ({ 'on a screen': undefined }),
  stateKey: ({ value, context }) => ({ value, fraction: context.fraction, format: context.format }),
  events: () => [
    { type: 'export.requested', format: 'xlsx' },
    { type: 'export.requested', format: 'bc3' },
    { type: 'export.cancelled' },
    { type: 'export.progressed', fraction: 0.5 },
    { type: 'export.progressed', fraction: 7 },
    { type: 'xstate.done.actor.makeFile' },
    { type: 'xstate.error.actor.makeFile', error: new Unanswered('offline') },
  ],
  broken: ({ context: { fraction } }) => rules({ 'the fraction is between 0 and 1': fraction >= 0 && fraction <= 1 }),
};
