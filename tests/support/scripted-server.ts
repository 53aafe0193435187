import { ScriptedModel } from "./scripted-model";
import { Server } from "./server";

/** A server whose assistant plays the test's replies. */
export class ScriptedServer {
  private constructor(
    readonly server: Server,
    readonly model: ScriptedModel,
  ) {}

  /**
   * @param settings environment variables beside the defaults. Automatic fixes are off: a leftover one of an earlier
   * test would consume the next test's replies.
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
