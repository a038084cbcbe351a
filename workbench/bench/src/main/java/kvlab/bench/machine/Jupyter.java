package kvlab.bench.machine;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import com.google.gson.annotations.SerializedName;
import java.nio.file.Path;
import java.util.Map;

/**
 * Jupyter and its Java kernel, which the notebooks need.
 *
 * @param path null when there is no jupyter on PATH
 * @param javaKernel the folder of the kernel, null when Jupyter has none for Java
 * @param problem why Jupyter did not list its kernels, or null
 */
record Jupyter(Path path, Path javaKernel, String problem) {
    private static final Gson GSON = new Gson();

    /** What Jupyter prints, as far as it matters here. */
    private record Kernels(Map<String, Kernel> kernelspecs) {}

    private record Kernel(@SerializedName("resource_dir") String folder, Spec spec) {}

    private record Spec(String language) {}

    static Jupyter look(Surroundings here) {
        return here.program("jupyter").map(path -> ask(here, path)).orElse(new Jupyter(null, null, null));
    }

    private static Jupyter ask(Surroundings here, Path path) {
        Program.Answer answer = here.ask(path, "kernelspec", "list", "--json");
        if (!answer.good()) {
            return new Jupyter(path, null, answer.problem());
        }
        try {
            // Warnings may come before the list.
            String list = answer.output().substring(Math.max(0, answer.output().indexOf('{')));
            return new Jupyter(path, javaKernel(GSON.fromJson(list, Kernels.class)), null);
        } catch (JsonParseException e) {
            return new Jupyter(path, null, "its list of kernels is not understood");
        }
    }

    private static Path javaKernel(Kernels kernels) {
        if (kernels == null || kernels.kernelspecs() == null) {
            return null;
        }
        return kernels.kernelspecs().values().stream()
                .filter(kernel -> kernel.folder() != null
                        && kernel.spec() != null
                        && "java".equalsIgnoreCase(kernel.spec().language()))
                .map(kernel -> Path.of(kernel.folder()))
                .findFirst()
                .orElse(null);
    }

    Finding finding() {
        if (path == null) {
            return Finding.warn("jupyter", "not set up yet; only notebooks need it and its Java kernel", null);
        }
        if (problem != null) {
            return Finding.warn("jupyter", path + ": " + problem, null);
        }
        return javaKernel == null
                ? Finding.warn("jupyter", path + ", its Java kernel is not set up yet; only notebooks need it", null)
                : Finding.ok("jupyter", path + " with a Java kernel, " + javaKernel);
    }
}
