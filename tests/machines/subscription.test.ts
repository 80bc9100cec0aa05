import { subscriptionModel } from '../../src/machines/subscription/subscription.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(subscriptionModel, { promises: ['renewAccess'], talkers: ['stream'] });
