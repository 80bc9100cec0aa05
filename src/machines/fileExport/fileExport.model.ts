import { Unanswered } from '../../../domain/contract/call.ts';
import { type Model, rules } from '../model.ts';
import { fileExportMachine } from './fileExport.ts';

export const fileExportModel: Model<typeof fileExportMachine> = {
  machine: fileExportMachine,
  starts: () => ({ 'on a screen': undefined }),
  place: ({ value, context }) => ({ value, share: context.share }),
  events: () => [
    { type: 'export.requested' },
    { type: 'export.cancelled' },
    { type: 'share.made', share: 0.5 },
    { type: 'share.made', share: 7 },
    { type: 'xstate.done.actor.makeFile' },
    { type: 'xstate.error.actor.makeFile', error: new Unanswered('offline') },
  ],
  broken: ({ context: { share } }) => rules({ 'a share is a share': share >= 0 && share <= 1 }),
};
