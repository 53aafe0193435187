import { ScriptedModel } from "./scripted-model";
import { Server } from "./server";

/** A server whose assistant says what the test wrote: everything that a real model may do. */
export class ScriptedServer {
  private constructor(
    readonly server: Server,
    readonly model: ScriptedModel,
  ) {}

  /**
   * @param settings environment variables beside the defaults. Fixes do not begin by themselves: one of an app that a test has left
   * would be given the words that the next test wrote.
   */
  static async start(settings: Record<string, string> = {}): Promise<ScriptedServer> {
    const model = await ScriptedModel.start();
    const server = await Server.start({
      MODEL_PROVIDER: "openai-compatible",
      MODEL_BASE_URL: model.url,
      MODEL_API_KEY: "test",
      MODEL_NAME: "scripted",
      MODELS_URL: `${model.url}/models`,
      MODEL_AUTO_FIXES: "0",
      ...settings,
    });
    return new ScriptedServer(server, model);
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.model.close();
  }
}
